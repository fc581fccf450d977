package io.millrace.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.result.RowCursor;
import io.millrace.server.testing.QueryFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 20,000 rows of which queries may hold a small part. */
final class QueryMemoryTest {
  private static final QueryMemory MEMORY = new QueryMemory(DataSize.megabytes(1));
  private static QueryFixture database;

  @BeforeAll
  static void open(@TempDir Path directory) {
    database = new QueryFixture(directory, MEMORY);
    database.create("CREATE TABLE t (a BIGINT, b INT, v VARCHAR)");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rows.add(new Object[] {(long) i, i % 50, "value number " + i});
    }
    long[] weights = new long[rows.size()];
    Arrays.fill(weights, 1);
    database.engine().append(1, rows, weights);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t ORDER BY v",
        "SELECT COUNT(*) FROM t x JOIN t y ON x.a = y.a",
        "SELECT COUNT(*) FROM t x LEFT JOIN t y ON x.a = y.a",
        "SELECT COUNT(*) FROM t x FULL JOIN t y ON x.a = y.a",
        "SELECT COUNT(*) FROM t x JOIN t y ON x.v < y.v",
        "SELECT COUNT(*) FROM (SELECT * FROM t WHERE a < 500) x"
            + " FULL JOIN (SELECT * FROM t WHERE a < 500) y ON x.a <> y.a",
        "SELECT COUNT(*) FROM t WHERE v IN (SELECT v || '' FROM t)",
        "SELECT v, COUNT(*) FROM t GROUP BY v",
        "SELECT DISTINCT a, v FROM t",
        "SELECT COUNT(DISTINCT v) FROM t",
        "SELECT LISTAGG(v) FROM t",
        "SELECT a, ROW_NUMBER() OVER (ORDER BY v) FROM t",
        "SELECT a FROM t INTERSECT SELECT a FROM t",
        "SELECT a FROM t EXCEPT SELECT a + 1 FROM t",
        "SELECT a FROM t UNION SELECT a + 1 FROM t",
      })
  void aQueryThatHoldsTooMuchFails(String sql) {
    MillraceException error =
        catchThrowableOfType(MillraceException.class, () -> database.query(sql));
    assertThat(error).as(sql).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(error).hasMessageContaining("'query-memory'");
    assertThat(MEMORY.held()).isZero();
    assertThat(database.text("SELECT COUNT(*) FROM t")).isEqualTo("20000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t ORDER BY v LIMIT 10",
        "SELECT * FROM t ORDER BY v LIMIT 10 OFFSET 20",
        "SELECT b, COUNT(*), SUM(a), MAX(v) FROM t GROUP BY b",
        "SELECT DISTINCT b FROM t",
        "SELECT COUNT(DISTINCT b) FROM t",
        "SELECT b FROM t UNION SELECT b + 1 FROM t",
        "SELECT b FROM t INTERSECT SELECT b + 1 FROM t",
        "SELECT b, (SELECT COUNT(DISTINCT y.b) FROM t y WHERE y.a < x.b) AS n FROM t x WHERE a <"
            + " 30",
      })
  void aQueryThatHoldsLittleOfManyRowsRuns(String sql) {
    assertThat(database.query(sql)).isNotEmpty();
    assertThat(MEMORY.held()).isZero();
  }

  @Test
  void aParameterMayBeTheLimit() {
    assertThat(database.query("SELECT a FROM t ORDER BY v LIMIT ?", 10)).hasSize(10);
  }

  @Test
  void queriesShareTheMemory() {
    String sql = "SELECT * FROM t WHERE a < 2000 ORDER BY v";
    try (RowCursor first = database.open(sql);
        RowCursor second = database.open(sql)) {
      assertThat(first.next(1, Duration.ZERO)).hasSize(1);
      assertThat(MEMORY.held()).isBetween(300_000L, 1_000_000L);
      MillraceException error =
          catchThrowableOfType(MillraceException.class, () -> second.next(1, Duration.ZERO));
      assertThat(error).hasMessageContaining("others hold");
      assertThat(first.next(10_000, Duration.ZERO)).hasSize(1999);
    }
    assertThat(MEMORY.held()).isZero();
    assertThat(database.query(sql)).hasSize(2000);
  }

  @Test
  void aChangeHoldsItsRows() {
    database.create("CREATE TABLE copy (a BIGINT, b INT, v VARCHAR)");
    MillraceException error =
        catchThrowableOfType(
            MillraceException.class, () -> database.execute("INSERT INTO copy SELECT * FROM t"));
    assertThat(error.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(error).hasMessageContaining("Change fewer rows");
    assertThat(database.text("SELECT COUNT(*) FROM copy")).isEqualTo("0");
    assertThat(database.execute("INSERT INTO copy SELECT * FROM t WHERE a < 10")).isEqualTo(10);
    assertThat(MEMORY.held()).isZero();
  }
}
