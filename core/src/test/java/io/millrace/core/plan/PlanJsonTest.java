package io.millrace.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanJsonTest {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);

  @Test
  void aRelationSurvivesJson() {
    RowType input =
        RowType.of(new Column("k", BIGINT.notNull()), new Column("v", DataType.decimal(10, 2)));
    RowType output = RowType.of(new Column("k", BIGINT.notNull()), new Column("n", BIGINT));
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, 7, List.of(0, 1), input, ChangelogMode.APPEND),
                new ExecNode.Calc(
                    1,
                    0,
                    new JavaExpression(
                        DataType.of(TypeKind.BOOLEAN), List.of(0), List.of(), "return c0 > 1;", ""),
                    List.of(new InputReference(0, BIGINT.notNull())),
                    input.project(List.of(0)),
                    ChangelogMode.APPEND),
                new ExecNode.Exchange(
                    2, 1, List.of(0), input.project(List.of(0)), ChangelogMode.APPEND),
                new ExecNode.GroupAggregate(
                    3,
                    2,
                    List.of(0),
                    List.of(
                        new AggregateCall(
                            AggregateFunction.COUNT,
                            AggregateCall.NONE,
                            AggregateCall.NONE,
                            false,
                            BIGINT)),
                    true,
                    output,
                    ChangelogMode.UPSERT),
                new ExecNode.Materialize(
                    4, 3, 8, List.of(0), false, output, ChangelogMode.RETRACT)));
    RelationSpec view = new RelationSpec.View(8, "v", output, plan);

    assertThat(PlanJson.read(PlanJson.write(view), RelationSpec.class)).isEqualTo(view);
    assertThat(view.upstream()).containsExactly(7L);
    RelationSpec table = new RelationSpec.Table(9, "t", input, List.of(0), Map.of());
    assertThat(PlanJson.read(PlanJson.write(table), RelationSpec.class)).isEqualTo(table);
  }

  @Test
  void everyKindOfNodeSurvivesJson() {
    RowType row = RowType.of(new Column("k", BIGINT));
    InputReference column = new InputReference(0, BIGINT);
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, 7, List.of(0), row, ChangelogMode.RETRACT),
                new ExecNode.Values(1, List.of(List.of(column), List.of(column)), row),
                new ExecNode.UnionAll(2, List.of(0, 1), row, ChangelogMode.RETRACT),
                new ExecNode.Calc(3, 2, null, List.of(column), row, ChangelogMode.RETRACT),
                new ExecNode.Join(
                    4,
                    2,
                    3,
                    JoinKind.FULL,
                    List.of(0),
                    List.of(0),
                    List.of(true),
                    column,
                    List.of(0, 1),
                    RowType.of(new Column("k", BIGINT), new Column("k2", BIGINT)),
                    ChangelogMode.RETRACT),
                new ExecNode.Rank(
                    5,
                    4,
                    RankFunction.DENSE_RANK,
                    List.of(0),
                    List.of(new SortColumn(1, true, false)),
                    2,
                    Long.MAX_VALUE,
                    false,
                    true,
                    RowType.of(new Column("k", BIGINT), new Column("k2", BIGINT)),
                    ChangelogMode.RETRACT),
                new ExecNode.SessionWindow(
                    6,
                    5,
                    List.of(0),
                    1,
                    10_000,
                    List.of(0),
                    true,
                    RowType.of(new Column("k", BIGINT), new Column("k2", BIGINT)),
                    ChangelogMode.RETRACT),
                new ExecNode.SinkWrite(7, 6, 8, row, ChangelogMode.RETRACT)));

    assertThat(PlanJson.read(PlanJson.write(plan), ExecPlan.class)).isEqualTo(plan);
  }

  @Test
  void lateRowsSurviveJson() {
    RowType row =
        RowType.of(
            new Column("k", BIGINT),
            new Column("ts", new DataType(TypeKind.TIMESTAMP, 3, 0, true)));
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, 7, List.of(0, 1), row, ChangelogMode.APPEND),
                new ExecNode.LateRows(
                    1, 0, new EventTime(1, 5), List.of(1), row.project(List.of(1)))));
    assertThat(PlanJson.read(PlanJson.write(plan), ExecPlan.class)).isEqualTo(plan);

    RelationSpec.View shown =
        new RelationSpec.View(
            9,
            "late",
            row,
            new ExecPlan(
                ExecPlan.VERSION,
                List.of(
                    new ExecNode.LateScan(0, 8, row),
                    new ExecNode.Materialize(
                        1, 0, 9, List.of(0, 1), true, row, ChangelogMode.RETRACT))));
    assertThat(PlanJson.read(PlanJson.write(shown), RelationSpec.class)).isEqualTo(shown);
    assertThat(shown.lateRowsOf()).hasValue(8);
    assertThat(shown.upstream()).containsExactly(8L);
  }

  @Test
  void aPlanOfANewerVersionIsRefused() {
    String json =
        "{\"relation\":\"materialized-view\",\"id\":1,\"plan\":{\"version\":"
            + (ExecPlan.VERSION + 1)
            + ",\"nodes\":[{\"node\":\"time-machine\"}]}}";
    assertThatThrownBy(() -> PlanJson.read(json, RelationSpec.class))
        .isInstanceOfSatisfying(
            MillraceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INCOMPATIBLE_STATE))
        .hasMessageContaining("knows plans up to version " + ExecPlan.VERSION);
  }

  @Test
  void foreignJsonIsRefused() {
    assertThatThrownBy(() -> PlanJson.read("{\"relation\":\"thing\"}", RelationSpec.class))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("Cannot read a RelationSpec");
  }
}
