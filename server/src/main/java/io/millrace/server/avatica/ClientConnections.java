package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.database.Database;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections that clients have open. Those that clients forgot are closed in time. */
final class ClientConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnections.class);
  private static final long SWEEP_SECONDS = 10;

  private final Database database;
  private final EndpointLimits limits;
  private final Map<String, ClientConnection> connections = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor timer;
  private volatile boolean closed;

  ClientConnections(Database database, EndpointLimits limits) {
    this.database = database;
    this.limits = limits;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "millrace-client-timeouts");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    timer.scheduleWithFixedDelay(
        this::sweepQuietly, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  void open(String id, String user) {
    checkOpen();
    if (connections.size() >= limits.connections()) {
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          "The server has "
              + limits.connections()
              + " open connections, which is the limit. Close connections that are not needed any"
              + " more, or use a pool.");
    }
    ClientConnection connection =
        new ClientConnection(id, database.newSession(user), limits.statements());
    if (connections.putIfAbsent(id, connection) != null) {
      connection.close();
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT, "There is a connection with the id " + id + " already.");
    }
    if (closed) {
      close(id);
      checkOpen();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new MillraceException(ErrorCode.SHUTTING_DOWN, "The database is shutting down.");
    }
  }

  ClientConnection get(String id) {
    checkOpen();
    ClientConnection connection = connections.get(id);
    if (connection == null) {
      throw new NoSuchConnectionException(id);
    }
    connection.use();
    return connection;
  }

  /** The connection, or null when there is none; a sign that its client lives. */
  ClientConnection find(String id) {
    return connections.get(id);
  }

  void close(String id) {
    ClientConnection connection = connections.remove(id);
    if (connection != null) {
      connection.close();
    }
  }

  int size() {
    return connections.size();
  }

  private void sweepQuietly() {
    try {
      sweep(System.nanoTime());
    } catch (RuntimeException e) {
      // Otherwise the timer would never sweep again.
      LOG.error("Idle connections could not be closed", e);
    }
  }

  /** Closes what nobody has used for too long at the time {@code now} of System.nanoTime. */
  void sweep(long now) {
    Duration idle = limits.connectionIdle();
    if (!idle.isZero()) {
      connections.forEach(
          (id, connection) -> {
            if (connection.lastUsed() - (now - idle.toNanos()) < 0) {
              LOG.info("Closing a connection that was idle for {}", idle);
              close(id);
            }
          });
    }
    if (!limits.resultIdle().isZero()) {
      long before = now - limits.resultIdle().toNanos();
      connections.values().forEach(connection -> connection.closeIdleResults(before));
    }
  }

  /** Ends what all clients do; later requests fail with SHUTTING_DOWN. */
  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    connections.keySet().forEach(this::close);
  }
}
