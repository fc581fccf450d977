package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.sql.SQLException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;

/**
 * The requests of one statement: one at a time, each of which another thread may cancel or a
 * timeout may end.
 *
 * <p>Avatica has no message for cancelling. Closing the statement on the server ends what it does,
 * so that is what cancelling sends; the statement gets a new handle when it is used again.
 */
final class Execution {

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  /** The statement that owns this. */
  interface Owner {

    /** Returns the statement's present handle. */
    Meta.StatementHandle handle();

    /** Closes a handle of the statement on the server; any thread. */
    void closeHandle(Meta.StatementHandle handle);

    /** Gets a new handle from the server. */
    void renewHandle() throws SQLException;

    /** Ends the call in which {@code caller} waits for the server. */
    void abort(Thread caller);
  }

  /** One request. */
  interface Work<T> {
    T run() throws SQLException, NoSuchStatementException, MissingResultsException;
  }

  private enum End {
    NONE,
    CANCELLED,
    TIMED_OUT
  }

  private final Owner owner;
  private int timeoutSeconds;
  private Thread runner;
  private End end = End.NONE;
  private boolean handleLost;
  private long requests;

  Execution(Owner owner) {
    this.owner = owner;
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(1, task -> daemon(task, "millrace-jdbc-timeouts"));
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(10, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Bounds each following request; 0 for no bound. */
  synchronized void setTimeout(int seconds) {
    timeoutSeconds = seconds;
  }

  synchronized int timeout() {
    return timeoutSeconds;
  }

  /** Runs a request that starts an execution; with a new handle where the old one is lost. */
  <T> T start(Work<T> work) throws SQLException {
    return run(
        () -> {
          if (isHandleLost()) {
            renew();
          }
          try {
            return work.run();
          } catch (NoSuchStatementException e) {
            // The server drops statements that are idle for long. Nothing was executed.
            renew();
            return work.run();
          }
        });
  }

  private void renew() throws SQLException {
    owner.renewHandle();
    synchronized (this) {
      handleLost = false;
    }
  }

  /** Runs a request for more of a result, which ends with the handle. */
  <T> T resume(Work<T> work) throws SQLException {
    if (isHandleLost()) {
      throw RemoteMeta.lostResult(null).sqlException();
    }
    return run(work);
  }

  private <T> T run(Work<T> work) throws SQLException {
    ScheduledFuture<?> timeout = begin();
    T result = null;
    SQLException failure = null;
    try {
      result = work.run();
    } catch (NoSuchStatementException | MissingResultsException e) {
      failure = RemoteMeta.lostResult(e).sqlException();
    } catch (SQLException | RuntimeException e) {
      failure = SqlErrors.unwrap(e);
    } finally {
      if (timeout != null) {
        timeout.cancel(false);
      }
      failure = finish(failure);
    }
    if (failure != null) {
      throw failure;
    }
    return result;
  }

  private synchronized ScheduledFuture<?> begin() throws SQLException {
    if (runner != null) {
      throw SqlErrors.of(
          SqlStates.SEQUENCE_ERROR,
          "this statement is executing in another thread; use a statement for each");
    }
    runner = Thread.currentThread();
    end = End.NONE;
    long request = ++requests;
    return timeoutSeconds == 0
        ? null
        : TIMER.schedule(() -> timeOut(request), timeoutSeconds, TimeUnit.SECONDS);
  }

  private synchronized SQLException finish(SQLException failure) {
    runner = null;
    return switch (end) {
      case NONE -> failure;
      case CANCELLED ->
          SqlErrors.of(SqlStates.CANCELLED, "the statement was cancelled, as asked", failure);
      case TIMED_OUT ->
          SqlErrors.of(
              SqlStates.TIMEOUT,
              "the statement did not finish within the query timeout of "
                  + timeoutSeconds
                  + " s and was cancelled",
              failure);
    };
  }

  private void timeOut(long request) {
    Meta.StatementHandle handle;
    synchronized (this) {
      if (request != requests) {
        return;
      }
      handle = stop(End.TIMED_OUT);
    }
    if (handle != null) {
      // Not on the timer's thread: a server that hangs must not hold up other timeouts.
      daemon(() -> owner.closeHandle(handle), "millrace-jdbc-cancel").start();
    }
  }

  /** Ends the request that runs now; does nothing if none does. For any thread. */
  void cancel() {
    Meta.StatementHandle handle = stop(End.CANCELLED);
    if (handle != null) {
      owner.closeHandle(handle);
    }
  }

  /** Returns the handle to close on the server, or null when nothing runs. */
  private synchronized Meta.StatementHandle stop(End how) {
    if (runner == null || end != End.NONE) {
      return null;
    }
    end = how;
    handleLost = true;
    owner.abort(runner);
    return owner.handle();
  }

  /** Closes what the server still holds of a result that the caller wants no more of. */
  void abandonResult() {
    Meta.StatementHandle handle;
    synchronized (this) {
      if (handleLost) {
        return;
      }
      handleLost = true;
      handle = owner.handle();
    }
    owner.closeHandle(handle);
  }

  /** Returns whether the server no longer holds the statement. */
  synchronized boolean isHandleLost() {
    return handleLost;
  }
}
