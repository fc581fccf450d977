package io.millrace.planner.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.planner.TestCatalog;
import io.millrace.planner.adhoc.AdHocQuery;
import io.millrace.planner.api.MillracePlanner;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every expression of {@code equivalence/expressions.txt} has the same value, or fails, for the
 * same rows in a view (generated code over a batch), in a query that is asked once, and in DuckDB.
 *
 * <p>Lines are {@code expression}, {@code expression ~ as DuckDB writes it} or {@code expression !=
 * reason}, where DuckDB's answer is another one on purpose for at least one row.
 */
class ExpressionEquivalenceTest {
  private static final Path FILE = Path.of("src/test/resources/equivalence/expressions.txt");
  private static final String FAILS = "fails";
  private static final int GROUP = 20;

  private static final String TABLE =
      "CREATE TABLE w (id INT NOT NULL, ti TINYINT, si SMALLINT, i INT, j INT, b BIGINT, r REAL,"
          + " d DOUBLE, m DECIMAL(10, 2), l DECIMAL(38, 4), s VARCHAR, u VARCHAR, num VARCHAR,"
          + " bo BOOLEAN, bp BOOLEAN, da DATE, tm TIME(3), ts TIMESTAMP(3), bin VARBINARY)";

  private static final List<Object[]> ROWS =
      List.of(
          row(
              1,
              3,
              -300,
              7,
              2,
              10_000_000_000L,
              1.5f,
              2.5,
              "12.35",
              "1234567.8901",
              "Hello",
              "ell",
              "12",
              true,
              false,
              "2024-02-29",
              49_559_123,
              "2024-02-29T13:45:59.123",
              "0102ff"),
          new Object[] {
            2, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null
          },
          row(
              3,
              0,
              0,
              0,
              0,
              0L,
              0f,
              0.0,
              "0.00",
              "0.0000",
              "",
              "",
              "0",
              false,
              false,
              "1970-01-01",
              0,
              "1970-01-01T00:00:00",
              ""),
          row(
              4,
              127,
              32_767,
              Integer.MAX_VALUE,
              1,
              Long.MAX_VALUE,
              3.4e38f,
              1.7e308,
              "99999999.99",
              "9999999999999999999999999999999999.9999",
              "a%b_c\\d",
              "%",
              "9223372036854775807",
              true,
              true,
              "2999-12-31",
              86_399_999,
              "2999-12-31T23:59:59.999",
              "00"),
          row(
              5,
              -128,
              -32_768,
              Integer.MIN_VALUE,
              -1,
              Long.MIN_VALUE,
              -1.25f,
              -2.5,
              "-99999999.99",
              "-9999999999999999999999999999999999.9999",
              "  trim me  ",
              " ",
              "-1.5",
              false,
              true,
              "1969-07-20",
              1_000,
              "1969-07-20T20:17:40.5",
              "ff"),
          row(
              6,
              1,
              1,
              -7,
              3,
              -1L,
              0.1f,
              0.1,
              "-0.05",
              "0.0001",
              "straße ÄÖ",
              "ß",
              "abc",
              true,
              null,
              "2023-12-31",
              43_200_000,
              "2023-01-01T12:00:00",
              "6162"),
          row(
              7,
              10,
              100,
              100,
              -3,
              5L,
              16777216f,
              1e15,
              "2.50",
              "3.5000",
              "x,y,z",
              ",",
              "1e3",
              false,
              null,
              "2000-02-29",
              3_600_000,
              "2000-12-31T01:00:00.001",
              "0001"));

  private static final TestCatalog CATALOG = TestCatalog.of(TABLE);
  private static final RowType TYPE = CATALOG.find("w").orElseThrow().rowType();
  private static DuckDb duckDb;
  private static BufferAllocator allocator;

  private static Object[] row(
      int id,
      int tiny,
      int small,
      int integer,
      int other,
      long big,
      float real,
      double number,
      String money,
      String large,
      String text,
      String part,
      String digits,
      Boolean truth,
      Boolean second,
      String date,
      int time,
      String timestamp,
      String bytes) {
    return new Object[] {
      id,
      (byte) tiny,
      (short) small,
      integer,
      other,
      big,
      real,
      number,
      new BigDecimal(money),
      new BigDecimal(large),
      text,
      part,
      digits,
      truth,
      second,
      (int) LocalDate.parse(date).toEpochDay(),
      time,
      LocalDateTime.parse(timestamp).toInstant(ZoneOffset.UTC).toEpochMilli(),
      java.util.HexFormat.of().parseHex(bytes)
    };
  }

  private record Line(String expression, String duckDb, String reason) {
    static Line parse(String text) {
      int differs = text.indexOf(" != ");
      int other = text.indexOf(" ~ ");
      if (differs >= 0) {
        return new Line(text.substring(0, differs).strip(), null, text.substring(differs + 4));
      }
      String expression = (other < 0 ? text : text.substring(0, other)).strip();
      return new Line(expression, other < 0 ? expression : text.substring(other + 3).strip(), null);
    }
  }

  @BeforeAll
  static void open() throws SQLException {
    allocator = new RootAllocator();
    duckDb = new DuckDb();
    for (Object[] row : ROWS) {
      duckDb.createTable("w" + row[0], TYPE);
      duckDb.setRows("w" + row[0], TYPE, List.<Object[]>of(row));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    duckDb.close();
    allocator.close();
  }

  @TestFactory
  Stream<DynamicTest> expressions() throws IOException {
    List<Line> lines =
        Files.readAllLines(FILE).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Line::parse)
            .toList();
    Map<String, List<String>> kept = new HashMap<>();
    List<String> all = lines.stream().map(Line::expression).toList();
    inGroups(all, ExpressionEquivalenceTest::continuous, kept);
    // One that fails for a row would take the others of its query along.
    Map<String, List<String>> once = new HashMap<>();
    inGroups(
        all.stream().filter(x -> !kept.get(x).contains(FAILS)).toList(),
        ExpressionEquivalenceTest::once,
        once);
    return lines.stream()
        .map(
            line ->
                DynamicTest.dynamicTest(
                    line.expression(),
                    () ->
                        check(
                            line,
                            kept.get(line.expression()),
                            once.containsKey(line.expression())
                                ? once.get(line.expression())
                                : once(List.of(line.expression())).get(0))));
  }

  /** Several expressions at a time, for speed; each alone where something is wrong with them. */
  private static void inGroups(
      List<String> expressions,
      Function<List<String>, List<List<String>>> evaluation,
      Map<String, List<String>> results) {
    for (int from = 0; from < expressions.size(); from += GROUP) {
      List<String> group = expressions.subList(from, Math.min(from + GROUP, expressions.size()));
      try {
        List<List<String>> values = evaluation.apply(group);
        for (int i = 0; i < group.size(); i++) {
          results.put(group.get(i), values.get(i));
        }
      } catch (RuntimeException e) {
        for (String expression : group) {
          results.put(expression, alone(expression, evaluation));
        }
      }
    }
  }

  private static List<String> alone(
      String expression, Function<List<String>, List<List<String>>> evaluation) {
    try {
      return evaluation.apply(List.of(expression)).get(0);
    } catch (RuntimeException e) {
      return List.of(e.toString());
    }
  }

  private static void check(Line line, List<String> kept, List<String> once) {
    assertThat(kept).as("view and query").isEqualTo(once);
    List<String> other = ofDuckDb(line.duckDb() == null ? line.expression() : line.duckDb());
    if (line.reason() == null) {
      assertThat(kept).as("view and DuckDB").isEqualTo(other);
    } else {
      assertThat(kept).as("there is no difference any more").isNotEqualTo(other);
    }
  }

  private static String select(List<String> expressions) {
    return IntStream.range(0, expressions.size())
        .mapToObj(i -> expressions.get(i) + " AS x" + i)
        .collect(Collectors.joining(", ", "SELECT ", " FROM w"));
  }

  /** The values of each expression for all rows. */
  private static List<List<String>> continuous(List<String> expressions) {
    ExecPlan plan =
        MillracePlanner.planMaterializedView(
                (SqlCreateMaterializedView)
                    MillraceParser.parseStatement(
                        "CREATE MATERIALIZED VIEW x AS " + select(expressions)),
                () -> 99,
                CATALOG)
            .plan();
    ExecNode.RelationScan scan = (ExecNode.RelationScan) plan.nodes().get(0);
    List<ScalarExpression> planned =
        plan.nodes().get(1) instanceof ExecNode.Calc calc
            ? calc.projections()
            : List.of(new InputReference(0, scan.rowType().type(0)));
    try (BatchBuilder builder = new BatchBuilder(scan.rowType(), allocator)) {
      for (Object[] row : ROWS) {
        builder.add(scan.columns().stream().map(column -> row[column]).toArray(), 1);
      }
      ChangeBatch batch = builder.build();
      try {
        return evaluate(planned, scan.rowType(), batch);
      } finally {
        batch.release();
      }
    }
  }

  private static List<List<String>> evaluate(
      List<ScalarExpression> planned, RowType input, ChangeBatch batch) {
    List<JavaExpression> computed = new ArrayList<>();
    for (ScalarExpression expression : planned) {
      if (expression instanceof JavaExpression java) {
        computed.add(java);
      }
    }
    CalcProgram program = ExpressionCompiler.compile(input, null, computed);
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    List<List<String>> values = new ArrayList<>();
    planned.forEach(expression -> values.add(new ArrayList<>()));
    for (int row = 0; row < ROWS.size(); row++) {
      FieldVector[] results = new FieldVector[computed.size()];
      for (int i = 0; i < results.length; i++) {
        results[i] = ArrowTypes.newVector(new Column("x", computed.get(i).type()), allocator);
        results[i].allocateNew();
      }
      Set<Integer> failed = new HashSet<>();
      program.project(
          columns, new int[] {row}, 1, results, (number, cause) -> failed.add(number - 1));
      int next = 0;
      for (int i = 0; i < planned.size(); i++) {
        DataType type = planned.get(i).type();
        if (planned.get(i) instanceof InputReference ref) {
          Object value = VectorValues.get(batch.column(ref.index()), type, row);
          values.get(i).add(CanonicalText.ofEngine(value, type));
        } else {
          results[next].setValueCount(1);
          Object value = VectorValues.get(results[next], type, 0);
          values.get(i).add(failed.contains(next) ? FAILS : CanonicalText.ofEngine(value, type));
          results[next++].close();
        }
      }
    }
    return values;
  }

  private static List<List<String>> once(List<String> expressions) {
    AdHocQuery query = AdHocAnswers.plan(select(expressions), CATALOG);
    List<List<String>> values = new ArrayList<>();
    expressions.forEach(expression -> values.add(new ArrayList<>()));
    for (Object[] row : ROWS) {
      try {
        String answer = AdHocAnswers.answer(query, name -> List.<Object[]>of(row)).get(0);
        String[] columns = answer.split(" \\| ", -1);
        for (int i = 0; i < columns.length; i++) {
          values.get(i).add(columns[i]);
        }
      } catch (RuntimeException e) {
        if (expressions.size() > 1) {
          throw e;
        }
        values.get(0).add(FAILS);
      }
    }
    return values;
  }

  private static List<String> ofDuckDb(String expression) {
    List<String> values = new ArrayList<>();
    for (Object[] row : ROWS) {
      try {
        values.addAll(duckDb.query("SELECT " + expression + " AS x FROM w" + row[0]));
      } catch (SQLException e) {
        values.add(FAILS);
      }
    }
    return values;
  }
}
