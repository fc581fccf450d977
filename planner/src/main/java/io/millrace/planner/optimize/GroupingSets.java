package io.millrace.planner.optimize;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * GROUPING SETS, ROLLUP and CUBE as the UNION ALL of one plain aggregate for each set, and the
 * GROUPING function, which is a constant in each of them.
 *
 * <p>A column that a set does not group by is NULL there. The empty set is one group, which exists
 * without rows too.
 */
public final class GroupingSets extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode rel) {
    return rewrite(super.visit(rel));
  }

  /** The relational expression itself without grouping sets; its inputs stay as they are. */
  public static RelNode rewrite(RelNode rel) {
    if (!(rel instanceof Aggregate aggregate)
        || (aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && aggregate.getAggCallList().stream().noneMatch(GroupingSets::isGrouping))) {
      return rel;
    }
    List<RelNode> parts =
        aggregate.getGroupSets().stream().map(set -> part(aggregate, set)).toList();
    RelNode all = parts.size() == 1 ? parts.get(0) : LogicalUnion.create(parts, true);
    return RelOptUtil.createCastRel(all, rel.getRowType(), true);
  }

  private static boolean isGrouping(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case GROUPING, GROUPING_ID, GROUP_ID -> true;
      default -> false;
    };
  }

  private static RelNode part(Aggregate aggregate, ImmutableBitSet set) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (!isGrouping(call)) {
        calls.add(
            call.adaptTo(
                aggregate.getInput(),
                call.getArgList(),
                call.filterArg,
                aggregate.hasEmptyGroup(),
                set.isEmpty()));
      }
    }
    RelNode groups = LogicalAggregate.create(aggregate.getInput(), List.of(), set, null, calls);
    RexBuilder builder = aggregate.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    for (int column : aggregate.getGroupSet()) {
      RelDataType type = aggregate.getInput().getRowType().getFieldList().get(column).getType();
      values.add(
          set.get(column)
              ? builder.makeInputRef(groups, set.indexOf(column))
              : builder.makeNullLiteral(type));
    }
    int next = set.cardinality();
    for (AggregateCall call : aggregate.getAggCallList()) {
      values.add(
          isGrouping(call)
              ? builder.makeLiteral(grouping(call, set), call.getType(), true)
              : builder.makeInputRef(groups, next++));
    }
    return LogicalProject.create(
        groups, List.of(), values, aggregate.getRowType().getFieldNames(), Set.of());
  }

  /** A bit for each argument, the last one the lowest: 1 where the set does not group by it. */
  private static BigDecimal grouping(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int column : call.getArgList()) {
      bits = bits << 1 | (set.get(column) ? 0 : 1);
    }
    return BigDecimal.valueOf(bits);
  }
}
