package io.millrace.executor.engine;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Plans as the planner would make them. */
public final class TestPlans {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT).notNull();

  /** (k, count, sum of v). */
  public static final RowType COUNT_AND_SUM =
      RowType.of(
          new Column("k", BIGINT),
          new Column("n", BIGINT),
          new Column("total", DataType.of(TypeKind.BIGINT)));

  private TestPlans() {}

  public static RelationSpec.Source source(long id, int splits, long rows, long keys) {
    return new RelationSpec.Source(
        id, "s" + id, CountingSource.ROW_TYPE, CountingSource.options(splits, rows, keys));
  }

  /** A table (k primary key, v). */
  public static RelationSpec.Table table(long id) {
    return new RelationSpec.Table(id, "t" + id, CountingSource.ROW_TYPE, List.of(0), Map.of());
  }

  /** SELECT k, COUNT(*), SUM(v) FROM upstream GROUP BY k; upstream's columns 0 and 1 are k, v. */
  public static RelationSpec.View countAndSum(long id, long upstream, boolean appendOnly) {
    ChangelogMode input = appendOnly ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
    ChangelogMode output = ChangelogMode.UPSERT;
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(
                    0, upstream, List.of(0, 1), CountingSource.ROW_TYPE, input),
                new ExecNode.Exchange(1, 0, List.of(0), CountingSource.ROW_TYPE, input),
                aggregate(2, 1, List.of(0), appendOnly, COUNT_AND_SUM, output),
                new ExecNode.Materialize(
                    3, 2, id, List.of(0), false, COUNT_AND_SUM, ChangelogMode.RETRACT)));
    return new RelationSpec.View(id, "v" + id, COUNT_AND_SUM, plan);
  }

  /** SELECT COUNT(*), SUM(v) FROM upstream. */
  public static RelationSpec.View total(long id, long upstream, boolean appendOnly) {
    ChangelogMode input = appendOnly ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
    RowType v = CountingSource.ROW_TYPE.project(List.of(1));
    RowType result = COUNT_AND_SUM.project(List.of(1, 2));
    ExecNode.GroupAggregate aggregate =
        new ExecNode.GroupAggregate(
            2,
            1,
            List.of(),
            List.of(
                new AggregateCall(
                    AggregateFunction.COUNT, AggregateCall.NONE, AggregateCall.NONE, false, BIGINT),
                new AggregateCall(
                    AggregateFunction.SUM, 0, AggregateCall.NONE, false, result.type(1))),
            appendOnly,
            result,
            ChangelogMode.UPSERT);
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, upstream, List.of(1), v, input),
                new ExecNode.Exchange(1, 0, List.of(), v, input),
                aggregate,
                new ExecNode.Materialize(
                    3, 2, id, List.of(), false, result, ChangelogMode.RETRACT)));
    return new RelationSpec.View(id, "v" + id, result, plan);
  }

  /** (g, least, greatest, distinct). */
  public static final RowType EXTREMES =
      RowType.of(
          new Column("g", BIGINT),
          new Column("least", DataType.of(TypeKind.BIGINT)),
          new Column("greatest", DataType.of(TypeKind.BIGINT)),
          new Column("different", BIGINT));

  /**
   * SELECT n, MIN(total), MAX(total), COUNT(DISTINCT total) FROM upstream GROUP BY n; upstream's
   * columns 1 and 2 are n, total, and its rows are taken back.
   */
  public static RelationSpec.View extremes(long id, long upstream) {
    ChangelogMode input = ChangelogMode.RETRACT;
    RowType rowType = COUNT_AND_SUM.project(List.of(1, 2));
    DataType nullable = DataType.of(TypeKind.BIGINT);
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, upstream, List.of(1, 2), rowType, input),
                new ExecNode.Exchange(1, 0, List.of(0), rowType, input),
                new ExecNode.GroupAggregate(
                    2,
                    1,
                    List.of(0),
                    List.of(
                        new AggregateCall(
                            AggregateFunction.MIN, 1, AggregateCall.NONE, false, nullable),
                        new AggregateCall(
                            AggregateFunction.MAX, 1, AggregateCall.NONE, false, nullable),
                        new AggregateCall(
                            AggregateFunction.COUNT, 1, AggregateCall.NONE, true, BIGINT)),
                    false,
                    EXTREMES,
                    ChangelogMode.UPSERT),
                new ExecNode.Materialize(
                    3, 2, id, List.of(0), false, EXTREMES, ChangelogMode.RETRACT)));
    return new RelationSpec.View(id, "v" + id, EXTREMES, plan);
  }

  /** SELECT k, v FROM upstream, a bag. */
  public static RelationSpec.View copy(long id, List<Long> upstream, boolean appendOnly) {
    ChangelogMode mode = appendOnly ? ChangelogMode.APPEND : ChangelogMode.RETRACT;
    RowType rowType = CountingSource.ROW_TYPE;
    List<ExecNode> nodes = new java.util.ArrayList<>();
    for (int i = 0; i < upstream.size(); i++) {
      nodes.add(new ExecNode.RelationScan(i, upstream.get(i), List.of(0, 1), rowType, mode));
    }
    int next = nodes.size();
    nodes.add(
        new ExecNode.UnionAll(next, IntStream.range(0, next).boxed().toList(), rowType, mode));
    nodes.add(new ExecNode.Exchange(next + 1, next, List.of(0, 1), rowType, mode));
    nodes.add(
        new ExecNode.Materialize(
            next + 2, next + 1, id, List.of(0, 1), true, rowType, ChangelogMode.RETRACT));
    return new RelationSpec.View(id, "v" + id, rowType, new ExecPlan(ExecPlan.VERSION, nodes));
  }

  /** INSERT INTO sink SELECT k, v FROM upstream. */
  public static RelationSpec.Sink sink(long id, long upstream, RowType rowType) {
    ChangelogMode mode = ChangelogMode.RETRACT;
    List<Integer> all = IntStream.range(0, rowType.size()).boxed().toList();
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.RelationScan(0, upstream, all, rowType, mode),
                new ExecNode.SinkWrite(1, 0, id, rowType, mode)));
    return new RelationSpec.Sink(id, "k" + id, rowType, plan, CollectingSink.with());
  }

  private static ExecNode.GroupAggregate aggregate(
      int id,
      int input,
      List<Integer> keys,
      boolean appendOnly,
      RowType rowType,
      ChangelogMode output) {
    return new ExecNode.GroupAggregate(
        id,
        input,
        keys,
        List.of(
            new AggregateCall(
                AggregateFunction.COUNT, AggregateCall.NONE, AggregateCall.NONE, false, BIGINT),
            new AggregateCall(
                AggregateFunction.SUM, 1, AggregateCall.NONE, false, DataType.of(TypeKind.BIGINT))),
        appendOnly,
        rowType,
        output);
  }
}
