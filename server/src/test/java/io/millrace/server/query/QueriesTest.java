package io.millrace.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.parser.MillraceParser;
import io.millrace.server.result.RowCursor;
import io.millrace.server.testing.QueryFixture;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueriesTest {
  private static final String SCHEMA =
      """
      CREATE TABLE items (id BIGINT PRIMARY KEY, category INT, name VARCHAR, price DECIMAL(10, 2));
      CREATE TABLE sales (item BIGINT, day DATE, amount INT);
      CREATE TABLE everything (b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, r REAL, d DOUBLE,
        n DECIMAL(10, 2), v VARCHAR, x VARBINARY, da DATE, ti TIME(3), ts TIMESTAMP(3));
      CREATE MATERIALIZED VIEW totals AS
        SELECT item, SUM(amount) AS total, COUNT(*) AS n FROM sales GROUP BY item;
      CREATE VIEW dear AS SELECT id, name FROM items WHERE price > 5;
      CREATE SOURCE numbers (k BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1');
      """;

  private static final Object[] ALL_TYPES = {
    true,
    (byte) -1,
    (short) 2,
    3,
    4L,
    1.5f,
    2.5,
    new BigDecimal("1.50"),
    "text",
    new byte[] {1, -2},
    19000,
    3_600_123,
    1_700_000_000_123L
  };

  @TempDir Path directory;
  private QueryFixture database;

  @BeforeEach
  void open() {
    database = new QueryFixture(directory).create(SCHEMA);
    append(
        "items",
        row(1L, 10, "pen", new BigDecimal("1.50")),
        row(2L, 10, "ink", new BigDecimal("7.25")),
        row(3L, 20, "desk", new BigDecimal("100.00")),
        row(4L, null, null, null));
    append("sales", row(1L, 100, 5), row(1L, 101, 7), row(2L, 100, null), row(9L, 102, 1));
    append("everything", ALL_TYPES, new Object[ALL_TYPES.length]);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private void append(String table, Object[]... rows) {
    long id = database.catalog().entry(table).orElseThrow().spec().orElseThrow().id();
    long[] weights = new long[rows.length];
    Arrays.fill(weights, 1);
    database.engine().append(id, Arrays.asList(rows), weights);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT * FROM items ORDER BY price DESC NULLS LAST LIMIT 2             | 3,20,desk,100.00;2,10,ink,7.25
          SELECT name, SUM(amount) AS s FROM items JOIN sales ON id = item GROUP BY name ORDER BY 1 | ink,null;pen,12
          SELECT i.id, s.amount FROM items i LEFT JOIN sales s ON i.id = s.item ORDER BY 1, 2 | 1,5;1,7;2,null;3,null;4,null
          SELECT a.id, b.id FROM items a JOIN items b ON a.price < b.price ORDER BY 1, 2 | 1,2;1,3;2,3
          SELECT a.id, b.id FROM items a FULL JOIN items b ON a.price < b.price WHERE a.id = 1 OR b.id = 1 ORDER BY 1, 2 | 1,2;1,3;null,1
          SELECT name FROM items WHERE id IN (SELECT item FROM sales) ORDER BY 1 | ink;pen
          SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM sales WHERE item < id) ORDER BY 1 | 1
          SELECT id, (SELECT MAX(amount) FROM sales WHERE item = id) AS m FROM items ORDER BY id | 1,7;2,null;3,null;4,null
          SELECT id, RANK() OVER (PARTITION BY category ORDER BY price DESC) AS r FROM items WHERE category = 10 ORDER BY id | 1,2;2,1
          SELECT total, n FROM totals WHERE item = 1                             | 12,2
          SELECT name FROM dear ORDER BY name                                    | desk;ink
          SELECT AVG(price), COUNT(*) FROM items                                 | 36.250000,4
          SELECT 1 AS x UNION ALL SELECT 2                                       | 1;2
          SELECT CURRENT_USER AS u                                               | somebody
          SELECT COUNT(*) FROM items, sales, totals                              | 48
          SELECT * FROM items WHERE id = 77                                      | ''
          """)
  void answers(String sql, String expected) {
    assertThat(database.text(sql)).isEqualTo(expected);
  }

  @Test
  void valuesOfAllTypesComeAsTheEngineHasThem() {
    List<List<Object>> rows = database.query("SELECT * FROM everything ORDER BY i NULLS LAST");
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).toArray()).usingRecursiveComparison().isEqualTo(ALL_TYPES);
    assertThat(rows.get(1)).containsOnlyNulls();
  }

  @Test
  void parametersOfAllTypesFindTheirRow() {
    String[] columns = {"b", "t", "s", "i", "l", "r", "d", "n", "v", "x", "da", "ti", "ts"};
    for (int i = 0; i < columns.length; i++) {
      String sql = "SELECT COUNT(*) FROM everything WHERE " + columns[i] + " = ?";
      assertThat(database.text(sql, ALL_TYPES[i])).as(columns[i]).isEqualTo("1");
      assertThat(database.text(sql, (Object) null)).as(columns[i]).isEqualTo("0");
      List<List<Object>> cast =
          database.query("SELECT CAST(? AS " + type(columns[i]) + ") AS p", ALL_TYPES[i]);
      assertThat(cast.get(0).get(0)).isEqualTo(ALL_TYPES[i]);
    }
  }

  private String type(String column) {
    var rowType = database.catalog().entry("everything").orElseThrow().relation().rowType();
    DataType type = rowType.type(rowType.indexOf(column));
    return type.toString();
  }

  @Test
  void equalityWithTheKeyIsALookUp() {
    assertThat(database.plan("SELECT name FROM items WHERE id = ?").scans().get(0).lookups())
        .hasSize(1);
    assertThat(database.text("SELECT name FROM items WHERE id = ?", 2L)).isEqualTo("ink");
    assertThat(database.text("SELECT name FROM items WHERE id = ?", (Object) null)).isEmpty();
    assertThat(database.plan("SELECT total FROM totals WHERE item = 1").scans().get(0).lookups())
        .hasSize(1);
  }

  @Test
  void oneStatementSeesOneEpoch() throws InterruptedException {
    database.create(
        """
        CREATE TABLE log (k BIGINT, v BIGINT);
        CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(v) AS s, COUNT(*) AS n FROM log GROUP BY k;
        """);
    AtomicBoolean done = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (long i = 0; !done.get() && i < 20_000; i++) {
                append("log", row(i % 7, i), row(i % 7, -i));
              }
            });
    writer.start();
    try {
      for (int i = 0; i < 20; i++) {
        assertThat(
                database.text(
                    "SELECT (SELECT COUNT(*) FROM log) - (SELECT COALESCE(SUM(n), 0) FROM sums),"
                        + " (SELECT COALESCE(SUM(s), 0) FROM sums), (SELECT COUNT(*) FROM log) -"
                        + " (SELECT COUNT(*) FROM log)"))
            .isEqualTo("0,0,0");
      }
    } finally {
      done.set(true);
      writer.join();
    }
  }

  @Test
  void anOpenCursorKeepsItsEpoch() {
    try (RowCursor cursor = database.open("SELECT id FROM items")) {
      assertThat(cursor.next(1, Duration.ZERO)).hasSize(1);
      append("items", row(5L, 1, "late", null));
      assertThat(database.text("SELECT COUNT(*) FROM items")).isEqualTo("5");
      List<Object[]> rest = new ArrayList<>();
      while (!cursor.ended()) {
        rest.addAll(cursor.next(2, Duration.ZERO));
      }
      assertThat(rest).hasSize(3);
      assertThat(cursor.next(10, Duration.ZERO)).isEmpty();
    }
  }

  @Test
  void aCancelledQueryEnds() {
    AtomicBoolean cancelled = new AtomicBoolean();
    PlannedQuery query = database.plan("SELECT id FROM items");
    try (RowCursor cursor = database.queries().run(query, List.of(), cancelled, "somebody")) {
      assertThat(cursor.next(1, Duration.ZERO)).hasSize(1);
      cancelled.set(true);
      assertFails(() -> cursor.next(1, Duration.ZERO), ErrorCode.CANCELLED);
    }
    assertFails(
        () -> database.queries().run(query, List.of(), cancelled, "somebody"), ErrorCode.CANCELLED);
    RowCursor cursor = database.open("SELECT id FROM items");
    cursor.cancel();
    assertFails(() -> cursor.next(1, Duration.ZERO), ErrorCode.CANCELLED);
    cursor.close();
    cursor.close();
  }

  @Test
  void aQueryThatComputesForLongIsCancelledWhileItDoes() throws InterruptedException {
    Object[][] many = new Object[5_000][];
    for (int i = 0; i < many.length; i++) {
      many[i] = row((long) i, 0, i);
    }
    append("sales", many);
    RowCursor cursor =
        database.open(
            "SELECT COUNT(*) FROM sales a JOIN sales b ON a.item + b.item < a.amount - b.amount");
    Thread other = new Thread(cursor::cancel);
    other.start();
    assertFails(() -> cursor.next(1, Duration.ZERO), ErrorCode.CANCELLED);
    other.join();
    cursor.close();
  }

  @Test
  void whatIsHeldIsLimited(@TempDir Path other) {
    try (QueryFixture small = new QueryFixture(other, new QueryMemory(new DataSize(1000)))) {
      small.create("CREATE TABLE t (a BIGINT)");
      long[] weights = new long[100];
      List<Object[]> rows = new ArrayList<>();
      for (int i = 0; i < weights.length; i++) {
        rows.add(row((long) i));
        weights[i] = 1;
      }
      small.engine().append(1, rows, weights);
      assertThat(small.text("SELECT COUNT(*) FROM t")).isEqualTo("100");
      assertFails(
          () -> small.text("SELECT COUNT(*) FROM t x JOIN t y ON x.a < y.a"),
          ErrorCode.LIMIT_EXCEEDED);
    }
  }

  @Test
  void errorsHaveTheirCodes() {
    assertFails(() -> database.text("SELECT 1 / (id - 1) FROM items"), ErrorCode.DIVISION_BY_ZERO);
    assertFails(
        () -> database.text("SELECT CAST(name AS INT) FROM items"), ErrorCode.INVALID_VALUE);
    assertFails(
        () -> database.text("SELECT CAST(id * 1000 AS TINYINT) FROM items"),
        ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertFails(() -> database.text("SELECT nope FROM items"), ErrorCode.UNKNOWN_COLUMN);
    assertFails(() -> database.text("SELECT * FROM itemz"), ErrorCode.UNKNOWN_RELATION);
    assertFails(
        () -> database.text("SELECT * FROM items WHERE id = ?"), ErrorCode.INVALID_STATEMENT);
    assertThat(ErrorCode.DIVISION_BY_ZERO.sqlState()).isEqualTo("22012");
  }

  @Test
  void aSourceIsNotSelectedFrom() {
    assertThatThrownBy(
            () ->
                database
                    .queries()
                    .plan(
                        MillraceParser.parseStatement("SELECT * FROM numbers"), database.catalog()))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("'numbers' is a source")
        .hasMessageContaining("materialized view");
  }

  private static void assertFails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable work, ErrorCode code) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
