package io.millrace.planner.optimize;

import io.millrace.planner.expression.WindowBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by windows of time that overlap as groups of groups by panes, which are the longest pieces
 * of time that all those windows are made of. A row changes one group of a pane, and only what an
 * epoch has changed of that goes on to all its windows.
 *
 * <pre>
 * Aggregate by auction, window_end: SUM(n)
 *   UnionAll
 *     auction, end of a window that the pane is in, n (for each of them)
 *       Aggregate by auction, pane: COUNT(*) AS n
 *         auction, beginning of the pane that the time is in
 * </pre>
 *
 * Only for aggregates that come out the same when they are put together of parts: COUNT, and SUM of
 * exact numbers. MIN and MAX would have to keep all values of all parts.
 */
final class PaneAggregates extends RelHomogeneousShuttle {
  /** Sums of narrower decimals stay in the range of DECIMAL. */
  private static final int WIDEST_DECIMAL = 28;

  /** Holds every BIGINT, so that a sum of many is a wide DECIMAL. */
  private static final int BIGINT_DIGITS = 19;

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (!(visited instanceof Aggregate aggregate)
        || aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || !aggregate.getAggCallList().stream().allMatch(call -> isOfParts(call, aggregate))) {
      return visited;
    }
    return WindowedRows.of(aggregate.getInput())
        .flatMap(rows -> rewrite(aggregate, rows))
        .orElse(visited);
  }

  private static boolean isOfParts(AggregateCall call, Aggregate aggregate) {
    if (call.isDistinct() || call.getArgList().size() > 1) {
      return false;
    }
    if (call.getAggregation().getKind() != SqlKind.SUM) {
      return call.getAggregation().getKind() == SqlKind.COUNT;
    }
    RelDataType argument =
        aggregate.getInput().getRowType().getFieldList().get(call.getArgList().get(0)).getType();
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      case DECIMAL -> argument.getPrecision() <= WIDEST_DECIMAL;
      default -> false;
    };
  }

  private static Optional<RelNode> rewrite(Aggregate aggregate, WindowedRows rows) {
    Set<Integer> arguments = new TreeSet<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      arguments.addAll(call.getArgList());
      if (call.hasFilter()) {
        arguments.add(call.filterArg);
      }
    }
    return arguments.stream().allMatch(rows::isSame)
        ? rows.panes(aggregate.getGroupSet().asList())
            .map(pane -> new Panes(aggregate, rows, pane).windows())
        : Optional.empty();
  }

  /** One aggregation. */
  private static final class Panes {
    private final Aggregate aggregate;
    private final WindowedRows rows;
    private final WindowBound pane;
    private final RexBuilder builder;

    /** The columns of the rows that are grouped: the groups', the pane, then the arguments. */
    private final List<RexNode> columns = new ArrayList<>();

    private final List<String> names = new ArrayList<>();
    private final List<Integer> keys = new ArrayList<>();

    Panes(Aggregate aggregate, WindowedRows rows, WindowBound pane) {
      this.aggregate = aggregate;
      this.rows = rows;
      this.pane = pane;
      this.builder = aggregate.getCluster().getRexBuilder();
      aggregate.getGroupSet().asList().stream().filter(rows::isSame).forEach(keys::add);
    }

    /** The groups of windows, with the columns that they had. */
    RelNode windows() {
      RelNode groups = groups();
      RelNode all =
          LogicalUnion.create(
              rows.copies().stream().map(copy -> window(copy, groups)).toList(), true);
      int groupCount = aggregate.getGroupCount();
      List<AggregateCall> sums = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        int part = groupCount + sums.size();
        sums.add(call(SqlStdOperatorTable.SUM, List.of(part), -1, all, call.getName()));
      }
      RelNode whole =
          LogicalAggregate.create(all, List.of(), ImmutableBitSet.range(groupCount), null, sums);
      return RelOptUtil.createCastRel(whole, aggregate.getRowType(), true);
    }

    private RelNode groups() {
      for (int key : keys) {
        add(rows.column(key));
      }
      add(pane.toRex(builder, pane.time().getType()));
      int groupCount = columns.size();
      for (AggregateCall call : aggregate.getAggCallList()) {
        for (int argument : call.getArgList()) {
          add(summand(call, rows.column(argument)));
        }
        if (call.hasFilter()) {
          add(rows.column(call.filterArg));
        }
      }
      RelNode input =
          rows.conditions().isEmpty()
              ? rows.input()
              : LogicalFilter.create(
                  rows.input(), RexUtil.composeConjunction(builder, rows.conditions()));
      RelNode narrow = LogicalProject.create(input, List.of(), columns, names, Set.of());
      List<AggregateCall> parts = new ArrayList<>();
      int next = groupCount;
      for (AggregateCall call : aggregate.getAggCallList()) {
        List<Integer> arguments = call.getArgList().isEmpty() ? List.of() : List.of(next++);
        int filter = call.hasFilter() ? next++ : -1;
        parts.add(call(call.getAggregation(), arguments, filter, narrow, "part" + parts.size()));
      }
      return LogicalAggregate.create(
          narrow, List.of(), ImmutableBitSet.range(groupCount), null, parts);
    }

    private void add(RexNode column) {
      names.add("c" + names.size());
      columns.add(column);
    }

    private RexNode summand(AggregateCall call, RexNode argument) {
      if (call.getAggregation().getKind() != SqlKind.SUM
          || argument.getType().getSqlTypeName() != SqlTypeName.BIGINT) {
        return argument;
      }
      RelDataType wide =
          builder.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, BIGINT_DIGITS, 0);
      return builder.makeCast(
          builder.getTypeFactory().createTypeWithNullability(wide, argument.getType().isNullable()),
          argument);
    }

    private static AggregateCall call(
        SqlAggFunction function, List<Integer> arguments, int filter, RelNode input, String name) {
      return AggregateCall.create(
          function,
          false,
          false,
          false,
          List.of(),
          arguments,
          filter,
          null,
          RelCollations.EMPTY,
          false,
          input,
          null,
          name);
    }

    /** What groups of panes are for one of the windows that they are in. */
    private RelNode window(WindowedRows.Copy copy, RelNode groups) {
      RexNode time = builder.makeInputRef(groups, keys.size());
      RexNode condition = WindowedRows.ofPane(copy, time, builder);
      RelNode input = condition.isAlwaysTrue() ? groups : LogicalFilter.create(groups, condition);
      List<RexNode> values = new ArrayList<>();
      List<String> labels = new ArrayList<>();
      for (int column : aggregate.getGroupSet()) {
        RexNode value = copy.columns().get(column);
        values.add(
            keys.contains(column)
                ? builder.makeInputRef(groups, keys.indexOf(column))
                : WindowBound.of(value)
                    .map(bound -> bound.of(time, bound.period(), bound.shift()))
                    .map(bound -> bound.toRex(builder, value.getType()))
                    .orElseThrow());
        labels.add(aggregate.getInput().getRowType().getFieldNames().get(column));
      }
      int parts = keys.size() + 1;
      for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
        values.add(builder.makeInputRef(groups, parts + i));
        labels.add("part" + i);
      }
      return LogicalProject.create(input, List.of(), values, labels, Set.of());
    }
  }
}
