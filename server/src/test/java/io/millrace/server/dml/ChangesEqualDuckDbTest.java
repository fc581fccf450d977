package io.millrace.server.dml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.testing.QueryFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random statements leave what DuckDB has after them, and count the same rows. DuckDB's table has
 * no key, because DuckDB checks keys row by row; the test checks it when a statement is done.
 */
class ChangesEqualDuckDbTest {
  private static final int STATEMENTS = 50;
  private static final String CONTENT = "SELECT k, v, s FROM t ORDER BY k, v NULLS FIRST, s";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void withAPrimaryKey(long seed) throws SQLException {
    run(seed, "k INT PRIMARY KEY, v INT, s VARCHAR", true);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void withoutAKey(long seed) throws SQLException {
    run(seed, "k INT NOT NULL, v INT, s VARCHAR", false);
  }

  private void run(long seed, String columns, boolean key) throws SQLException {
    Random random = new Random(seed);
    try (QueryFixture database = new QueryFixture(directory);
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      database.create(
          "CREATE TABLE t ("
              + columns
              + "); CREATE MATERIALIZED VIEW m AS SELECT v, COUNT(*) AS n,"
              + " SUM(k) AS s FROM t GROUP BY v");
      statement.execute("CREATE TABLE t (k INT NOT NULL, v INT, s VARCHAR)");
      duckDb.setAutoCommit(false);
      for (int i = 0; i < STATEMENTS; i++) {
        String sql = statement(random);
        long rows = statement.executeUpdate(sql);
        if (key && number(statement, "SELECT COUNT(*) - COUNT(DISTINCT k) FROM t") > 0) {
          duckDb.rollback();
          assertThatThrownBy(() -> database.execute(sql))
              .as(sql)
              .isInstanceOfSatisfying(
                  MillraceException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION));
        } else {
          duckDb.commit();
          assertThat(database.execute(sql)).as(sql).isEqualTo(rows);
        }
        assertThat(database.text(CONTENT)).as(sql).isEqualTo(text(statement, CONTENT));
        assertThat(database.text("SELECT * FROM m ORDER BY v NULLS FIRST"))
            .as(sql)
            .isEqualTo(
                text(
                    statement,
                    "SELECT v, COUNT(*), SUM(k) FROM t GROUP BY v ORDER BY v NULLS FIRST"));
      }
    }
  }

  private static String statement(Random random) {
    int a = random.nextInt(20);
    int b = random.nextInt(5) + 1;
    return switch (random.nextInt(9)) {
      case 0 -> "DELETE FROM t WHERE v = " + a % 7 + " OR k = " + b;
      case 1 -> "DELETE FROM t WHERE k % " + (b + 3) + " = 0 AND v IS NOT NULL";
      case 2 -> "UPDATE t SET v = v + " + b + ", s = 'u' WHERE k < " + a;
      case 3 -> "UPDATE t SET k = k + " + b + " WHERE v > " + a % 5;
      case 4 -> "UPDATE t SET k = " + a + " - k, v = NULL WHERE k <= " + a;
      case 5 -> "INSERT INTO t SELECT k + " + (a + 5) + ", v, s FROM t WHERE v % 2 = 0";
      case 6 ->
          "UPDATE t SET v = (SELECT COUNT(*) FROM t x WHERE x.k < t.k) WHERE k % 3 = " + a % 3;
      default -> {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < b; i++) {
          String value = random.nextInt(5) == 0 ? "NULL" : String.valueOf(random.nextInt(7));
          rows.add("(" + random.nextInt(60) + ", " + value + ", 's" + i + "')");
        }
        yield "INSERT INTO t VALUES " + String.join(", ", rows);
      }
    };
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static String text(Statement statement, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(String.valueOf(rows.getObject(i)));
        }
        lines.add(String.join(",", values));
      }
    }
    return String.join(";", lines);
  }
}
