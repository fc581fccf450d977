package io.millrace.benchmarks.aggregate;

import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The aggregation as a materialized view of an embedded database: RocksDB, exactly-once checkpoints
 * every second. The measured time ends when a reader sees every row.
 */
public final class MillraceRun {
  private MillraceRun() {}

  /** {@code <rows> <keys> <workers> <directory>} */
  public static void main(String[] arguments) throws Exception {
    long rows = Long.parseLong(arguments[0]);
    long keys = Long.parseLong(arguments[1]);
    int workers = Integer.parseInt(arguments[2]);
    Path directory = Path.of(arguments[3]);
    run(rows / 5, keys, workers, directory);
    JavaProcess.report(run(rows, keys, workers, directory));
  }

  private static Measurement run(long rows, long keys, int workers, Path directory)
      throws Exception {
    Path data = Files.createTempDirectory(directory, "millrace");
    String url =
        "jdbc:millrace:embedded:"
            + data
            + "?workers="
            + workers
            + "&checkpointInterval=1s&stateBackend=rocksdb&stateMemory=2GB";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE SOURCE src (k BIGINT NOT NULL, v BIGINT NOT NULL) WITH ('connector' = 'datagen',"
              + " 'seed' = '%d', 'splits' = '%d', 'number-of-rows' = '%d', 'fields.k.min' = '0',"
                  .formatted(GeneratedKeys.SEED, workers, rows)
              + " 'fields.k.max' = '%d', 'fields.v.min' = '0', 'fields.v.max' = '%d')"
                  .formatted(keys - 1, GeneratedKeys.VALUES - 1));
      long start = System.nanoTime();
      statement.execute(
          "CREATE MATERIALIZED VIEW answers AS"
              + " SELECT k, COUNT(*) AS n, SUM(v) AS total, MAX(v) AS top FROM src GROUP BY k");
      awaitEnd(connection);
      long nanos = System.nanoTime() - start;
      check(statement, rows);
      return Measurement.of("millrace", rows, nanos);
    }
  }

  private static void awaitEnd(Connection connection) throws SQLException, InterruptedException {
    try (PreparedStatement status =
        connection.prepareStatement("SELECT status FROM millrace.pipelines WHERE name = 'src'")) {
      while (true) {
        try (ResultSet result = status.executeQuery()) {
          if (result.next() && result.getString(1).equals("FINISHED")) {
            return;
          }
        }
        Thread.sleep(10);
      }
    }
  }

  private static void check(Statement statement, long rows) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT SUM(n) FROM answers")) {
      result.next();
      if (result.getLong(1) != rows) {
        throw new IllegalStateException(
            "The view holds " + result.getLong(1) + " of " + rows + " rows");
      }
    }
  }
}
