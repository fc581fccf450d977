package io.millrace.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * An embedded database as benchmarks have it: RocksDB, 2 GB for state, exactly-once checkpoints
 * every second unless told otherwise. For one thread.
 */
public final class EmbeddedMillrace implements AutoCloseable {
  private static final int STATE_MEBIBYTES = 2048;

  private final Path dataDirectory;
  private final Connection connection;
  private final Statement statement;

  /**
   * @param directory in which it gets a new directory of its own
   */
  public EmbeddedMillrace(Path directory, int workers) throws IOException, SQLException {
    this(directory, workers, Duration.ofSeconds(1), STATE_MEBIBYTES);
  }

  /**
   * @param directory in which it gets a new directory of its own
   * @param checkpointInterval between two checkpoints; zero: only when told to
   * @param stateMebibytes memory for state
   */
  public EmbeddedMillrace(
      Path directory, int workers, Duration checkpointInterval, int stateMebibytes)
      throws IOException, SQLException {
    dataDirectory = Files.createTempDirectory(directory, "millrace");
    connection =
        DriverManager.getConnection(
            "jdbc:millrace:embedded:"
                + dataDirectory
                + "?workers="
                + workers
                + "&checkpointInterval="
                + checkpointInterval.toMillis()
                + "ms&stateBackend=rocksdb&stateMemory="
                + stateMebibytes
                + "MB");
    statement = connection.createStatement();
  }

  /** Where it keeps its data. */
  public Path dataDirectory() {
    return dataDirectory;
  }

  public void execute(String sql) throws SQLException {
    statement.execute(sql);
  }

  /** The one number that a query answers. */
  public long number(String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** Called for each row. */
  @FunctionalInterface
  public interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /** Reads all rows that a query answers. */
  public void query(String query, RowReader reader) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        reader.read(result);
      }
    }
  }

  /** Returns when so many sources are read to their end, and readers see all of it. */
  public void awaitFinished(int sources) throws SQLException, InterruptedException {
    try (PreparedStatement finished =
        connection.prepareStatement(
            "SELECT COUNT(*) FROM millrace.pipelines"
                + " WHERE kind = 'source' AND status = 'FINISHED'")) {
      while (true) {
        try (ResultSet result = finished.executeQuery()) {
          if (result.next() && result.getInt(1) == sources) {
            return;
          }
        }
        Thread.sleep(10);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
