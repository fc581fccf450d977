package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ALTER SYSTEM SET parallelism: while others read and write, and for the next starts. */
final class ParallelismTest {
  @TempDir Path directory;

  private Database open() {
    return Database.open(DatabaseConfig.at(directory.resolve("data")));
  }

  private static void define(SqlClient sql) {
    sql.run("CREATE TABLE t (id BIGINT PRIMARY KEY, k INT, at TIMESTAMP(3))");
    sql.run(
        "CREATE MATERIALIZED VIEW by_k AS SELECT k, COUNT(*) AS n, MAX(id) AS m FROM t GROUP BY k");
    sql.run(
        "CREATE MATERIALIZED VIEW pairs AS SELECT a.id, b.id AS other FROM t a JOIN t b"
            + " ON a.id = b.id + 1");
    sql.run("CREATE MATERIALIZED VIEW total AS SELECT COUNT(*) AS n, SUM(n) AS s FROM by_k");
  }

  private static void check(SqlClient sql) {
    assertThat(sql.rows("SELECT k, n, m FROM by_k ORDER BY k"))
        .isEqualTo(sql.rows("SELECT k, COUNT(*), MAX(id) FROM t GROUP BY k ORDER BY k"));
    assertThat(sql.rows("SELECT id, other FROM pairs ORDER BY id"))
        .isEqualTo(sql.rows("SELECT a.id, b.id FROM t a JOIN t b ON a.id = b.id + 1 ORDER BY 1"));
    assertThat(sql.rows("SELECT n, s FROM total"))
        .isEqualTo(sql.rows("SELECT COUNT(DISTINCT k), COUNT(*) FROM t"));
  }

  @Test
  void theNumberOfWorkersChangesWhileRowsAreWritten() {
    try (Database database = open();
        SqlClient sql = new SqlClient(database)) {
      define(sql);
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Long> writer =
          CompletableFuture.supplyAsync(
              () -> {
                long id = 0;
                try (SqlClient other = new SqlClient(database)) {
                  while (!done.get()) {
                    other.run("INSERT INTO t (id, k) VALUES (" + id + ", " + id % 7 + ")");
                    id++;
                  }
                }
                return id;
              });
      for (int workers : new int[] {3, 1, 5}) {
        sql.run("ALTER SYSTEM SET parallelism = " + workers);
        assertThat(sql.rows("SHOW workers")).containsExactly(Integer.toString(workers));
        assertThat(sql.rows("SELECT value FROM millrace.settings WHERE name = 'workers'"))
            .containsExactly(Integer.toString(workers));
      }
      done.set(true);
      long written = writer.join();
      assertThat(sql.rows("SELECT COUNT(*) FROM t")).containsExactly(Long.toString(written));
      check(sql);
    }
    try (Database database = open();
        SqlClient sql = new SqlClient(database)) {
      assertThat(sql.rows("SHOW workers")).containsExactly("5");
      check(sql);
    }
  }

  @Test
  void whatCannotBeSaysWhy() {
    try (Database database = open();
        SqlClient sql = new SqlClient(database)) {
      MillraceException many = sql.error("ALTER SYSTEM SET parallelism = 129");
      assertThat(many.code()).isEqualTo(ErrorCode.INVALID_OPTION);
      assertThat(many)
          .hasMessage(
              "At line 1, column 32: parallelism must be a number from 1 to 128, the number of key"
                  + " groups that state is divided into, not '129'");
      assertThat(sql.error("ALTER SYSTEM SET parallelism = 'two'"))
          .hasMessageContaining("not 'two'");
      assertThat(sql.error("ALTER SYSTEM SET state_memory = '1GB'"))
          .hasMessage(
              "At line 1, column 18: of the database only 'parallelism' can be changed while it is"
                  + " open");
      assertThat(sql.error("ALTER TABLE t ADD COLUMN a INT"))
          .hasMessageContaining("ALTER is not supported: DROP the object and CREATE it anew");
      sql.run("ALTER SYSTEM RESET parallelism");
      assertThat(sql.rows("SHOW workers"))
          .containsExactly(Integer.toString(Runtime.getRuntime().availableProcessors()));
    }
  }
}
