package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.Meta.CursorFactory;
import org.apache.calcite.avatica.Meta.StatementHandle;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * One statement of a client: what it has prepared and the rows it is reading. Requests run one at a
 * time; {@link #close} may come from any thread meanwhile and ends what runs.
 */
final class ClientStatement {
  /** So long a request for more of a subscription waits, unless rows come. */
  private static final Duration SUBSCRIPTION_WAIT = Duration.ofSeconds(1);

  private final StatementHandle handle;
  private final Session session;
  private final ReentrantLock requests = new ReentrantLock();
  private volatile boolean closed;
  private volatile long lastUsed = System.nanoTime();

  /** Set to end the execution that runs; each execution has its own. */
  private volatile AtomicBoolean cancelled = new AtomicBoolean();

  private volatile OpenResult result;
  private PreparedStatement prepared;

  ClientStatement(StatementHandle handle, Session session) {
    this.handle = handle;
    this.session = session;
  }

  /** A request about this statement. */
  @FunctionalInterface
  private interface Request<T> {
    T answer() throws MissingResultsException;
  }

  StatementHandle handle() {
    return handle;
  }

  /** Takes another text; what was prepared before is gone. */
  Meta.Signature prepare(String sql) throws NoSuchStatementException {
    return request(
        () -> {
          closeResult();
          prepared = session.prepare(sql);
          return signature();
        });
  }

  private Meta.Signature signature() {
    return Meta.Signature.create(
        prepared.rowType().map(WireTypes::columns).orElse(List.of()),
        prepared.sql(),
        WireTypes.parameters(prepared.parameters()),
        CursorFactory.ARRAY,
        statementType());
  }

  private Meta.StatementType statementType() {
    return switch (prepared.kind()) {
      case QUERY, SUBSCRIPTION -> Meta.StatementType.SELECT;
      case CHANGE -> Meta.StatementType.OTHER_DML;
      case COMMAND -> Meta.StatementType.OTHER_DDL;
    };
  }

  /**
   * Executes what is prepared.
   *
   * @param limit of rows, negative for none
   * @param firstFrame rows that come with the answer; zero or less leaves it to the server
   */
  Meta.MetaResultSet execute(List<TypedValue> given, long limit, int firstFrame)
      throws NoSuchStatementException {
    return request(() -> executeNow(given, limit, firstFrame));
  }

  private Meta.MetaResultSet executeNow(List<TypedValue> given, long limit, int firstFrame) {
    StatementResult answer = run(ParameterValues.of(declared(), given));
    if (answer instanceof StatementResult.Rows rows) {
      OpenResult open = new OpenResult(rows.cursor(), limit);
      result = open;
      checkNotCancelled();
      Meta.Frame frame =
          firstFrame == 0 ? Meta.Frame.MORE : read(open, 0, firstFrame, Duration.ZERO);
      return Meta.MetaResultSet.create(handle.connectionId, handle.id, false, signature(), frame);
    }
    return Meta.MetaResultSet.count(handle.connectionId, handle.id, count(answer));
  }

  private Meta.Frame read(OpenResult from, long offset, int wanted, Duration wait) {
    try {
      return from.next(offset, wanted, wait);
    } catch (RuntimeException | Error e) {
      closeResult();
      throw e;
    }
  }

  private List<DataType> declared() {
    if (prepared == null) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT, "The statement was not prepared before it was executed.");
    }
    return prepared.parameters();
  }

  private StatementResult run(List<Object> values) {
    closeResult();
    AtomicBoolean flag = new AtomicBoolean();
    cancelled = flag;
    checkNotCancelled();
    return prepared.execute(values, flag);
  }

  /** A close that came before the flag, or the result, was there for it to see. */
  private void checkNotCancelled() {
    if (closed) {
      throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
    }
  }

  private static long count(StatementResult answer) {
    return answer instanceof StatementResult.Updated updated ? updated.rows() : 0;
  }

  /** Executes what is prepared once for each of the lists; each is a statement of its own. */
  long[] executeBatch(List<List<TypedValue>> batch) throws NoSuchStatementException {
    return request(
        () -> {
          List<DataType> types = declared();
          // All are checked before the first has an effect.
          List<List<Object>> values = new ArrayList<>();
          for (List<TypedValue> given : batch) {
            values.add(
                inBatch(values.size(), batch.size(), () -> ParameterValues.of(types, given)));
          }
          checkHasNoRows();
          long[] counts = new long[values.size()];
          for (int i = 0; i < counts.length; i++) {
            List<Object> next = values.get(i);
            counts[i] = inBatch(i, counts.length, () -> count(run(next)));
          }
          return counts;
        });
  }

  /** Executes each of the texts. */
  long[] executeBatchOf(List<String> commands) throws NoSuchStatementException {
    return request(
        () -> {
          long[] counts = new long[commands.size()];
          for (int i = 0; i < counts.length; i++) {
            String sql = commands.get(i);
            counts[i] =
                inBatch(
                    i,
                    counts.length,
                    () -> {
                      closeResult();
                      prepared = session.prepare(sql);
                      checkHasNoRows();
                      return count(run(ParameterValues.of(declared(), List.of())));
                    });
          }
          return counts;
        });
  }

  private void checkHasNoRows() {
    if (prepared.kind() == PreparedStatement.Kind.QUERY
        || prepared.kind() == PreparedStatement.Kind.SUBSCRIPTION) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT, "A statement that returns rows cannot be part of a batch.");
    }
  }

  private static <T> T inBatch(int index, int size, Supplier<T> work) {
    try {
      return work.get();
    } catch (MillraceException e) {
      throw size == 1
          ? e
          : new MillraceException(
              e.code(),
              "Entry " + (index + 1) + " of " + size + " of the batch: " + e.getMessage(),
              e);
    }
  }

  /**
   * The next rows of the result.
   *
   * @throws MissingResultsException if there is none, or it was closed because nobody fetched
   */
  Meta.Frame fetch(long offset, int wanted)
      throws NoSuchStatementException, MissingResultsException {
    requests.lock();
    try {
      checkThere();
      OpenResult open = result;
      if (open == null) {
        throw new MissingResultsException(handle);
      }
      return read(open, offset, wanted, SUBSCRIPTION_WAIT);
    } finally {
      endRequest();
    }
  }

  private <T> T request(Request<T> request) throws NoSuchStatementException {
    requests.lock();
    try {
      checkThere();
      return request.answer();
    } catch (MissingResultsException e) {
      throw new IllegalStateException("Only fetching needs a result", e);
    } finally {
      endRequest();
    }
  }

  private void checkThere() throws NoSuchStatementException {
    if (closed) {
      throw new NoSuchStatementException(handle);
    }
    lastUsed = System.nanoTime();
  }

  private void endRequest() {
    lastUsed = System.nanoTime();
    requests.unlock();
    if (closed) {
      releaseUnlessBusy();
    }
  }

  private void cancelRunning() {
    cancelled.set(true);
    OpenResult open = result;
    if (open != null) {
      open.cancel();
    }
  }

  /** Ends what the statement does and frees what it holds; never waits. */
  void close() {
    closed = true;
    cancelRunning();
    releaseUnlessBusy();
  }

  /** A request that runs frees everything itself when it ends. */
  private void releaseUnlessBusy() {
    if (requests.tryLock()) {
      try {
        closeResult();
      } finally {
        requests.unlock();
      }
    }
  }

  /** Closes a result that was not asked for since {@code before}, by System.nanoTime. */
  void closeIdleResult(long before) {
    if (result != null && lastUsed - before < 0 && requests.tryLock()) {
      try {
        if (lastUsed - before < 0) {
          closeResult();
        }
      } finally {
        requests.unlock();
      }
    }
  }

  private void closeResult() {
    OpenResult open = result;
    result = null;
    if (open != null) {
      open.close();
    }
  }
}
