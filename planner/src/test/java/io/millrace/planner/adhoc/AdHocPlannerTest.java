package io.millrace.planner.adhoc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.parser.MillraceParser;
import io.millrace.planner.TestCatalog;
import io.millrace.planner.UnlimitedMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdHocPlannerTest {
  private static final TestCatalog CATALOG =
      TestCatalog.of(
          """
          CREATE TABLE items (id BIGINT PRIMARY KEY, category INT, name VARCHAR, price DECIMAL(10, 2));
          CREATE TABLE sales (item BIGINT, day DATE, amount INT);
          CREATE TABLE pairs (a INT, b VARCHAR, v INT, PRIMARY KEY (b, a));
          CREATE TABLE big (x BIGINT);
          CREATE VIEW dear AS SELECT id, name FROM items WHERE price > 5;
          CREATE TABLE words (w VARCHAR);
          CREATE SOURCE feed (k BIGINT) WITH ('connector' = 'datagen');
          CREATE VIEW over_feed AS SELECT k FROM feed;
          CREATE SINK out WITH ('connector' = 'filesystem') AS SELECT * FROM sales;
          """);

  private static final Map<String, List<Object[]>> CONTENT =
      Map.of(
          "items",
          List.of(
              row(1L, 10, "pen", new java.math.BigDecimal("1.50")),
              row(2L, 10, "ink", new java.math.BigDecimal("7.25")),
              row(3L, 20, "desk", new java.math.BigDecimal("100.00")),
              row(4L, null, null, null)),
          "sales",
          List.of(row(1L, 100, 5), row(1L, 101, 7), row(2L, 100, null), row(9L, 102, 1)),
          "pairs",
          List.of(row(1, "x", 11), row(2, "x", 12), row(1, "y", 21)),
          "big",
          List.of(row(Long.MAX_VALUE), row(1L)),
          "words",
          List.of(row("cancel"), row("overflow"), row("out of range"), row("does not fit")),
          "checkpoints",
          List.<Object[]>of(row(1L, "COMPLETED")));

  private static final AdHocPlanner PLANNER =
      new AdHocPlanner(
          new System(),
          savepoint -> {
            throw new IllegalStateException(savepoint);
          });

  private static Object[] row(Object... values) {
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT name, price FROM items WHERE id = 2                            | ink,7.25
          SELECT * FROM items ORDER BY price DESC NULLS LAST LIMIT 1            | 3,20,desk,100.00
          SELECT id FROM items ORDER BY category, id DESC                       | 2;1;3;4
          SELECT x FROM big ORDER BY x                                          | 1;9223372036854775807
          SELECT x FROM big                                                     | 9223372036854775807;1
          SELECT name, SUM(amount) AS s FROM items JOIN sales ON id = item GROUP BY name ORDER BY 1 | ink,null;pen,12
          SELECT i.id, s.amount FROM items i LEFT JOIN sales s ON i.id = s.item ORDER BY 1, 2 | 1,5;1,7;2,null;3,null;4,null
          SELECT COUNT(*), COUNT(category), COUNT(DISTINCT category) FROM items | 4,3,2
          SELECT COUNT(DISTINCT category) FILTER (WHERE id > 2), MIN(price) FILTER (WHERE id > 1) FROM items | 1,7.25
          SELECT AVG(amount), AVG(price) FROM sales, items WHERE id = item      | 6.0,3.416667
          SELECT name FROM items WHERE id IN (SELECT item FROM sales) ORDER BY 1 | ink;pen
          SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM sales WHERE item = id) ORDER BY 1 | 3;4
          SELECT (SELECT MAX(amount) FROM sales WHERE item = id) AS m FROM items WHERE id = 1 | 7
          SELECT id, ROW_NUMBER() OVER (PARTITION BY category ORDER BY id) AS n FROM items WHERE category = 10 ORDER BY id | 1,1;2,2
          SELECT category FROM items EXCEPT SELECT 10 FROM items ORDER BY 1     | 20;null
          SELECT category FROM items INTERSECT SELECT 10 FROM items             | 10
          SELECT 1 AS x UNION SELECT 1 UNION SELECT 2 ORDER BY x                | 1;2
          SELECT 1 AS x UNION ALL SELECT 1                                      | 1;1
          VALUES (1, 'a'), (2, NULL)                                            | 1,a;2,null
          SELECT name FROM dear ORDER BY name                                   | desk;ink
          WITH c AS (SELECT category, COUNT(*) AS n FROM items GROUP BY category) SELECT MAX(n) FROM c | 2
          SELECT category, COUNT(*) FROM items GROUP BY ROLLUP (category) ORDER BY 1, 2 | 10,2;20,1;null,1;null,4
          SELECT v FROM pairs WHERE a = 1 AND b = 'x'                           | 11
          SELECT v FROM pairs WHERE a IN (1, 2) AND b = 'x' ORDER BY v          | 11;12
          SELECT v FROM pairs WHERE b = 'x' ORDER BY v                          | 11;12
          SELECT state FROM millrace.checkpoints                                | COMPLETED
          SELECT EXTRACT(YEAR FROM CURRENT_TIMESTAMP) AS y                      | 1970
          SELECT id FROM items WHERE price / 2 > 3 OR id / 0 > 1 AND id < 0 ORDER BY id | 2;3
          SELECT CASE WHEN id > 0 THEN 1 ELSE id / 0 END AS x FROM items WHERE id = 1 | 1
          SELECT SUM(CAST(x AS DECIMAL(30, 0))) FROM big                        | 9223372036854775808
          SELECT AVG(x) > 4e18, SUM(x) FILTER (WHERE x < 5), COUNT(*) FROM big  | true,1,2
          SELECT AVG(x), SUM(x) FROM big WHERE x < 0                            | null,null
          SELECT id % 2 = 0 AS even, COUNT(*) FROM items GROUP BY id % 2 = 0 ORDER BY 1 | false,2;true,2
          SELECT COUNT(*) FROM items WHERE name LIKE '%e%'                      | 2
          SELECT GROUPING(category) AS g, COUNT(*) AS n FROM items GROUP BY GROUPING SETS ((category), ()) ORDER BY 1, 2 | 0,1;0,1;0,2;1,4
          """)
  void answers(String sql, String expected) {
    assertThat(answer(sql, List.of())).isEqualTo(expected);
  }

  @Test
  void parametersHaveTypesAndValues() {
    String sql = "SELECT name FROM items WHERE id = ? OR price > ? ORDER BY id";
    assertThat(plan(sql).parameters().stream().map(DataType::kind))
        .containsExactly(TypeKind.BIGINT, TypeKind.DECIMAL);
    assertThat(answer(sql, List.of(1L, new java.math.BigDecimal("50")))).isEqualTo("pen;desk");
  }

  @Test
  void onlyColumnsThatAreReadAreAskedFor() {
    ScanRequest scan = plan("SELECT name FROM items WHERE category > 3").scans().get(0);
    assertThat(scan.columns()).containsExactly(1, 2);
    assertThat(scan.lookups()).isNull();
    assertThat(plan("SELECT COUNT(*) FROM items").scans().get(0).columns()).hasSize(1);
  }

  @Test
  void equalityWithTheWholeKeyBecomesLookUps() {
    assertThat(keys("SELECT * FROM items WHERE id = 2 AND category = 10")).isEqualTo("2");
    assertThat(keys("SELECT * FROM items WHERE id IN (2, 5)")).isEqualTo("2;5");
    assertThat(keys("SELECT * FROM items WHERE id = 2 OR id = 3")).isEqualTo("2;3");
    assertThat(keys("SELECT * FROM items WHERE ? = id", 4L)).isEqualTo("4");
    assertThat(keys("SELECT * FROM pairs WHERE a = 1 AND b IN ('x', 'y')")).isEqualTo("x,1;y,1");
    assertThat(keys("SELECT COUNT(*) FROM items WHERE id = 2")).isEqualTo("2");
    assertThat(keys("SELECT * FROM pairs WHERE a = 1")).isEqualTo("all");
    assertThat(keys("SELECT * FROM items WHERE id = 2 OR category = 10")).isEqualTo("all");
    assertThat(keys("SELECT * FROM items WHERE id > 2")).isEqualTo("all");
    assertThat(keys("SELECT * FROM sales WHERE item = 2")).isEqualTo("all");
  }

  @Test
  void whatFailsForARowFailsTheQuery() {
    assertFails("SELECT id / (id - 1) AS q FROM items", ErrorCode.DIVISION_BY_ZERO);
    assertFails("SELECT price / 0 AS q FROM items", ErrorCode.DIVISION_BY_ZERO);
    assertFails("SELECT 1e0 / 0 AS q", ErrorCode.DIVISION_BY_ZERO);
    assertFails("SELECT x + 1 AS y FROM big", ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertFails("SELECT SUM(x) FROM big", ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertFails("SELECT CAST(x AS INT) AS y FROM big", ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertFails("SELECT CAST(name AS INT) AS y FROM items", ErrorCode.INVALID_VALUE);
  }

  @Test
  void wordsInValuesDoNotDecideWhatKindOfErrorItIs() {
    for (String word : List.of("cancel", "overflow", "out of range", "does not fit")) {
      for (String type : List.of("INT", "BIGINT", "DECIMAL(5, 2)", "DOUBLE", "BOOLEAN", "DATE")) {
        assertFails(
            "SELECT CAST(w AS " + type + ") AS x FROM words WHERE w = '" + word + "'",
            ErrorCode.INVALID_VALUE);
      }
    }
    assertFails("SELECT CAST('12' || '345' AS DECIMAL(3, 1))", ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertFails("SELECT CAST('2024-13-01' AS DATE)", ErrorCode.INVALID_VALUE);
    assertFails("SELECT w LIKE 'a%' ESCAPE 'overflow' FROM words", ErrorCode.INVALID_VALUE);
    assertFails("SELECT w SIMILAR TO '[cancel' FROM words", ErrorCode.INVALID_VALUE);
    assertFails("SELECT MOD(id, id - 1) FROM items", ErrorCode.DIVISION_BY_ZERO);
    assertFails("SELECT MOD(price, id - 1) FROM items", ErrorCode.DIVISION_BY_ZERO);
    assertFails("SELECT (SELECT id FROM items) AS x", ErrorCode.CARDINALITY_VIOLATION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT * FROM feed                                           | At line 1, column 15:
          SELECT 1 FROM items, feed                                    | At line 1, column 22:
          SELECT id FROM items WHERE id IN (SELECT k FROM public.feed) | At line 1, column 49:
          WITH w AS (SELECT * FROM feed) SELECT * FROM w               | At line 1, column 26:
          SELECT id FROM items UNION ALL SELECT k FROM feed AS s       | At line 1, column 46:
          TABLE feed                                                   | At line 1, column 7:
          SELECT * FROM over_feed                                      | In the view 'over_feed':
          """)
  void aSourceIsNotRead(String sql, String place) {
    assertThatThrownBy(() -> plan(sql))
        .isInstanceOf(MillraceException.class)
        .hasMessageStartingWith(place)
        .hasMessageContaining("'feed' is a source")
        .hasMessageContaining("create a materialized view");
  }

  @Test
  void aQueryDoesNotReadItsOwnRows() {
    String inner =
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM"
            + " r";
    assertFails(inner, ErrorCode.UNSUPPORTED);
    assertFails("SELECT * FROM (" + inner + ") AS x WHERE n > 2", ErrorCode.UNSUPPORTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          SELECT COUNT(*) FROM items GROUP BY TUMBLE(at, INTERVAL '1' DAY) | column 37: not supported: the window function TUMBLE (FROM TABLE(TUMBLE(
          SELECT COUNT(*) FROM items GROUP BY SESSION(at, INTERVAL '1' DAY) | column 37: not supported: the window function SESSION
          SELECT HOP_START(at, INTERVAL '1' DAY, INTERVAL '2' DAY) FROM items | column 8: not supported: the window function HOP_START
          SELECT * FROM items MATCH_RECOGNIZE (PATTERN (a b) DEFINE b AS b.id > 1) | column 21: not supported: MATCH_RECOGNIZE
          """)
  void windowsWithoutAnAnswerAreRefusedByPlace(String sql, String message) {
    assertThatThrownBy(() -> plan(sql))
        .isInstanceOf(MillraceException.class)
        .hasMessageStartingWith("At line 1, " + message);
  }

  @Test
  void aSinkIsNotRead() {
    assertThatThrownBy(() -> plan("SELECT * FROM out"))
        .isInstanceOf(MillraceException.class)
        .hasMessageStartingWith("At line 1, column 15: 'out' is a sink");
  }

  private static void assertFails(String sql, ErrorCode code) {
    assertThatThrownBy(
            () -> {
              try {
                answer(sql, List.of());
              } catch (RuntimeException e) {
                throw AdHocErrors.translate(e);
              }
            })
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private static AdHocQuery plan(String sql) {
    return PLANNER.plan(MillraceParser.parseStatement(sql), CATALOG);
  }

  private static String keys(String sql, Object... parameters) {
    List<Object[]> keys = plan(sql).scans().get(0).keys(Arrays.asList(parameters));
    return keys == null ? "all" : text(keys);
  }

  private static String answer(String sql, List<Object> parameters) {
    AdHocQuery query = plan(sql);
    List<Enumerable<Object[]>> scans = new ArrayList<>();
    for (ScanRequest scan : query.scans()) {
      scans.add(Linq4j.asEnumerable(rows(scan, parameters)));
    }
    return text(
        query
            .run(
                new QueryInput(
                    scans,
                    parameters,
                    new AtomicBoolean(),
                    1000,
                    "somebody",
                    new UnlimitedMemory()))
            .toList());
  }

  private static List<Object[]> rows(ScanRequest scan, List<Object> parameters) {
    List<Object[]> rows = new ArrayList<>();
    for (Object[] row : CONTENT.get(scan.name())) {
      rows.add(scan.columns().stream().map(column -> row[column]).toArray());
    }
    List<Object[]> keys = scan.keys(parameters);
    return keys == null || !keys.isEmpty() ? rows : List.of();
  }

  private static String text(List<Object[]> rows) {
    return rows.stream()
        .map(row -> Arrays.stream(row).map(String::valueOf).collect(Collectors.joining(",")))
        .collect(Collectors.joining(";"));
  }

  private static final class System implements SystemRelations {
    @Override
    public Collection<String> schemas() {
      return List.of("millrace");
    }

    @Override
    public Collection<String> names(String schema) {
      return List.of("checkpoints");
    }

    @Override
    public Optional<RowType> find(String schema, String name) {
      return name.equals("checkpoints")
          ? Optional.of(
              RowType.of(
                  new Column("id", DataType.of(TypeKind.BIGINT)),
                  new Column("state", DataType.of(TypeKind.VARCHAR))))
          : Optional.empty();
    }
  }
}
