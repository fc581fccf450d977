package io.millrace.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.type.Column;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What EMIT ON WINDOW CLOSE makes of plans, and what it refuses. */
final class EmitOnWindowCloseTest {
  private static final String RELATIONS =
      """
      CREATE SOURCE s (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
        WITH ('connector' = 'x');
      CREATE SOURCE s2 (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'x');
      CREATE SOURCE plain (k INT, ts TIMESTAMP(3)) WITH ('connector' = 'x');
      CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(3));
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND) | window_end | 0",
        "TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND) | window_start | 4000",
        "HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND) | window_end | 0",
        "HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)"
            + " | window_start | 6000",
        "CUMULATE(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)"
            + " | window_end | 0",
        "TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND) | window_time | 1",
        "HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND) | window_time | 1",
        "CUMULATE(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)"
            + " | window_time | 1",
        "TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND) | ts | 1"
      })
  void closesByTheKeyThatIsATime(String windows, String key, long delay) {
    ExecPlan plan =
        plan("SELECT " + key + ", COUNT(*) AS n FROM TABLE(" + windows + ") GROUP BY " + key);
    ExecNode.GroupAggregate aggregate = only(plan, ExecNode.GroupAggregate.class);
    assertThat(aggregate.closing()).isEqualTo(new EventTime(0, delay));
    assertThat(aggregate.changelog()).isEqualTo(ChangelogMode.APPEND);
    ExecNode.LateFilter filter = only(plan, ExecNode.LateFilter.class);
    assertThat(filter.time()).isEqualTo(aggregate.closing());
    assertThat(aggregate.input()).isEqualTo(filter.id());
  }

  @Test
  void aWindowsTimeFollowsOfItsEnd() {
    ExecPlan plan =
        plan(
            "SELECT window_end, SUM(n) AS n FROM TABLE(TUMBLE((SELECT k, window_time AS t, COUNT(*)"
                + " AS n FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '4'"
                + " SECOND)) GROUP BY k, window_start, window_end, window_time), DESCRIPTOR(t),"
                + " INTERVAL '8' SECOND)) GROUP BY window_end");
    assertThat(all(plan, ExecNode.GroupAggregate.class))
        .extracting(aggregate -> aggregate.groupKeys().size())
        .containsExactly(3, 1);
    assertThat(all(plan, ExecNode.GroupAggregate.class))
        .allSatisfy(aggregate -> assertThat(aggregate.closing().delay()).isZero());
  }

  @Test
  void closesWindowsOfWhatClosed() {
    ExecPlan plan =
        plan(
            "SELECT window_end, MAX(n) AS m FROM (SELECT k, window_end, COUNT(*) AS n FROM"
                + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND))"
                + " GROUP BY k, window_end) GROUP BY window_end");
    assertThat(all(plan, ExecNode.GroupAggregate.class))
        .hasSize(2)
        .allSatisfy(aggregate -> assertThat(aggregate.closing().delay()).isZero());
    assertThat(all(plan, ExecNode.LateFilter.class)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a.ts BETWEEN b.ts - INTERVAL '5' SECOND AND b.ts + INTERVAL '7' SECOND | 5001 | 7001",
        "b.ts >= a.ts AND b.ts - INTERVAL '1' MINUTE < a.ts | 60001 | 1",
        "a.ts = b.ts | 1 | 1",
        "a.ts > b.ts AND a.ts + INTERVAL '2' SECOND <= b.ts + INTERVAL '5' SECOND | 1 | 3001"
      })
  void joinsForgetRowsByTheInterval(String condition, long left, long right) {
    ExecPlan plan =
        plan(
            "SELECT a.k, a.ts, b.ts AS other FROM s AS a JOIN s AS b ON a.k = b.k AND "
                + condition);
    ExecNode.Join join = only(plan, ExecNode.Join.class);
    assertThat(join.leftPast().delay()).isEqualTo(left);
    assertThat(join.rightPast().delay()).isEqualTo(right);
    assertThat(all(plan, ExecNode.LateFilter.class)).isNotEmpty();
  }

  @Test
  void rankingsCloseByTheirPartition() {
    ExecPlan plan =
        plan(
            "SELECT * FROM (SELECT k, window_start, window_end, ROW_NUMBER() OVER (PARTITION BY"
                + " window_start, window_end ORDER BY k DESC) AS n FROM TABLE(TUMBLE(TABLE s,"
                + " DESCRIPTOR(ts), INTERVAL '4' SECOND))) WHERE n <= 3");
    ExecNode.Rank rank = only(plan, ExecNode.Rank.class);
    assertThat(rank.closing().delay()).isZero();
    assertThat(rank.partitionKeys()).contains(rank.closing().column());
    assertThat(rank.changelog()).isEqualTo(ChangelogMode.APPEND);
    assertThat(only(plan, ExecNode.LateFilter.class).time()).isEqualTo(rank.closing());
  }

  @Test
  void windowsOfPairsWaitForTheLaterRow() {
    ExecPlan plan =
        plan(
            "SELECT window_end, COUNT(*) AS n FROM TABLE(TUMBLE((SELECT a.ts FROM s AS a JOIN s AS"
                + " b ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '5' SECOND AND b.ts),"
                + " DESCRIPTOR(ts), INTERVAL '4' SECOND)) GROUP BY window_end");
    assertThat(only(plan, ExecNode.GroupAggregate.class).closing().delay()).isEqualTo(5000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT k FROM s | has no windows",
        "SELECT k, COUNT(*) AS n FROM s GROUP BY k | has a GROUP BY or DISTINCT over no event time",
        "SELECT COUNT(*) AS n FROM s | has a GROUP BY or DISTINCT over no event time",
        "SELECT ts, COUNT(*) AS n FROM plain GROUP BY ts | none of its sources has a WATERMARK",
        "SELECT k FROM plain ORDER BY ts LIMIT 3 | none of its sources has a WATERMARK",
        "SELECT ts, COUNT(*) AS n FROM t GROUP BY ts | rows that change",
        "SELECT a.ts FROM s AS a JOIN s AS b ON a.k = b.k | has a join that no time ends",
        "SELECT a.ts FROM s AS a JOIN s AS b ON a.ts < b.ts | has a join that no time ends",
        "SELECT a.ts FROM s AS a LEFT JOIN s AS b ON a.ts = b.ts | has a join that is no inner",
        "SELECT a.ts FROM s AS a JOIN t ON a.ts = t.ts | rows that change",
        "SELECT k FROM s ORDER BY ts LIMIT 3 | a ranking or LIMIT over no event time",
        "SELECT k, RANK() OVER (PARTITION BY k ORDER BY ts) AS n FROM s | has a ranking or LIMIT over no event time"
      })
  void refusesWhatCannotWait(String query, String message) {
    String statement = "CREATE MATERIALIZED VIEW v AS " + query + " ";
    assertThatThrownBy(() -> TestCatalog.of(RELATIONS).create(statement + "EMIT ON WINDOW CLOSE"))
        .hasMessageContaining(
            "At line 1, column " + (statement.length() + 1) + ": not supported with EMIT")
        .hasMessageContaining(message);
  }

  @Test
  void lateRowsComeFromTheSameRowsAsTheirFilter() {
    ExecPlan plan =
        plan(
            "WITH ('late-rows' = 'l')",
            "SELECT window_end, MAX(n) AS m FROM (SELECT k, window_end, COUNT(*) AS n FROM"
                + " TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '4' SECOND))"
                + " GROUP BY k, window_end) GROUP BY window_end");
    ExecNode.LateRows late = only(plan, ExecNode.LateRows.class);
    assertThat(late.rowType().columns())
        .extracting(Column::name)
        .containsExactly("k", "ts", "window_end");
    assertThat(all(plan, ExecNode.LateFilter.class))
        .filteredOn(filter -> plan.nodes().get(filter.input()).inputs().contains(late.input()))
        .singleElement()
        .satisfies(filter -> assertThat(filter.time()).isEqualTo(late.time()));
    assertThat(all(plan, ExecNode.Materialize.class))
        .extracting(ExecNode.Materialize::bag)
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "ts | SELECT ts, COUNT(*) AS n FROM s GROUP BY ts",
        "window_start | SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE s,"
            + " DESCRIPTOR(ts), INTERVAL '4' SECOND)) GROUP BY window_start",
        "window_end | SELECT window_start, window_end, window_time, COUNT(*) AS n FROM TABLE(HOP("
            + "TABLE s, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '4' SECOND))"
            + " GROUP BY window_start, window_end, window_time",
        "window_time | SELECT window_time, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE s,"
            + " DESCRIPTOR(ts), INTERVAL '4' SECOND)) GROUP BY window_time",
        "ts | SELECT k, window_end, COUNT(*) AS n FROM TABLE(SESSION(TABLE s PARTITION BY k,"
            + " DESCRIPTOR(ts), INTERVAL '4' SECOND)) GROUP BY k, window_end"
      })
  void lateRowsEndWithTheTimeThatTheyAreLateBy(String last, String query) {
    List<Column> columns =
        only(plan("WITH ('late-rows' = 'l')", query), ExecNode.LateRows.class).rowType().columns();
    assertThat(columns.get(columns.size() - 1).name()).isEqualTo(last);
    assertThat(columns).hasSize(last.equals("ts") ? 2 : 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT a.ts FROM s AS a JOIN s AS b ON a.ts = b.ts | has no windows over one source",
        "SELECT ts, COUNT(*) AS n FROM (SELECT ts FROM s UNION ALL SELECT ts FROM s2) GROUP BY ts"
            + " | reads several sources: 's' and 's2'",
        "SELECT ts, COUNT(*) AS n FROM s GROUP BY ts UNION ALL SELECT window_end, COUNT(*) FROM"
            + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND)) GROUP BY window_end"
            + " | several times"
      })
  void refusesLateRowsThatAreNotThoseOfOneWindow(String query, String message) {
    assertThatThrownBy(
            () ->
                TestCatalog.of(RELATIONS)
                    .create(
                        "CREATE MATERIALIZED VIEW v WITH ('late-rows' = 'l') AS "
                            + query
                            + " EMIT ON WINDOW CLOSE"))
        .hasMessageContaining("At line 1, column 34: not supported with late-rows: the query")
        .hasMessageContaining(message);
  }

  private static ExecPlan plan(String query) {
    return plan("", query);
  }

  private static ExecPlan plan(String options, String query) {
    TestCatalog catalog =
        TestCatalog.of(RELATIONS)
            .create(
                "CREATE MATERIALIZED VIEW v " + options + " AS " + query + " EMIT ON WINDOW CLOSE");
    return ((CatalogRelation.MaterializedView) catalog.find("v").orElseThrow()).spec().plan();
  }

  private static <N extends ExecNode> N only(ExecPlan plan, Class<N> kind) {
    List<N> found = all(plan, kind);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static <N extends ExecNode> List<N> all(ExecPlan plan, Class<N> kind) {
    return plan.nodes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
