package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins of a few keys with very many rows, which put out far more than they take in, while
 * checkpoints are taken all the time and memory is too small for all state.
 */
final class HotKeysTest {
  private static final int KEYS = 3;
  private static final int ROWS = 900;
  private static final int ROWS_PER_STATEMENT = 450;

  @TempDir Path directory;

  @Test
  void everyPairIsThereOnce() throws SQLException {
    String url =
        "jdbc:millrace:embedded:"
            + directory
            + "?workers=2&stateBackend=rocksdb&stateMemory=64kB&checkpointInterval=20ms";
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(connection, "CREATE TABLE a (id INTEGER PRIMARY KEY, k INTEGER, v INTEGER)");
      execute(connection, "CREATE TABLE b (id INTEGER PRIMARY KEY, k INTEGER, v INTEGER)");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW pairs AS SELECT COUNT(*) AS n, COALESCE(SUM(a.v - b.v), 0) AS s"
              + " FROM a JOIN b ON a.k = b.k");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW less AS SELECT COUNT(*) AS n, COUNT(b.id) AS m,"
              + " COALESCE(SUM(a.v), 0) + COALESCE(SUM(b.v), 0) AS s"
              + " FROM a FULL JOIN b ON a.k = b.k AND a.v < b.v");
      for (int first = 0; first < KEYS * ROWS; first += ROWS_PER_STATEMENT) {
        insert(connection, "a", first);
        insert(connection, "b", first);
      }
      check(connection);
      execute(connection, "UPDATE b SET v = v + 100 WHERE MOD(id, 3) = 0");
      check(connection);
      execute(connection, "DELETE FROM a WHERE v > 200");
      check(connection);
      execute(connection, "UPDATE a SET k = 0");
      check(connection);
      execute(connection, "DELETE FROM a");
      check(connection);
    }
  }

  private static void insert(Connection connection, String table, int first) throws SQLException {
    String rows =
        IntStream.range(first, first + ROWS_PER_STATEMENT)
            .mapToObj(id -> String.format("(%d, %d, %d)", id, id % KEYS, id / KEYS))
            .collect(Collectors.joining(", "));
    execute(connection, "INSERT INTO " + table + " VALUES " + rows);
  }

  private static void check(Connection connection) throws SQLException {
    assertThat(row(connection, "SELECT n, s FROM pairs"))
        .isEqualTo(
            row(
                connection,
                "SELECT COALESCE(SUM(x.n * y.n), 0), COALESCE(SUM(x.s * y.n - y.s * x.n), 0) FROM"
                    + " (SELECT k, COUNT(*) AS n, SUM(v) AS s FROM a GROUP BY k) AS x JOIN"
                    + " (SELECT k, COUNT(*) AS n, SUM(v) AS s FROM b GROUP BY k) AS y"
                    + " ON x.k = y.k"));
    assertThat(row(connection, "SELECT n, m, s FROM less"))
        .isEqualTo(
            row(
                connection,
                "SELECT COUNT(*), COUNT(b.id), COALESCE(SUM(a.v), 0) + COALESCE(SUM(b.v), 0)"
                    + " FROM a FULL JOIN b ON a.k = b.k AND a.v < b.v"));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String row(Connection connection, String sql) throws SQLException {
    StringBuilder row = new StringBuilder();
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
        row.append(result.getBigDecimal(column).stripTrailingZeros().toPlainString()).append(' ');
      }
    }
    return row.toString();
  }
}
