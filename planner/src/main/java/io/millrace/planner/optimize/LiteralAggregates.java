package io.millrace.planner.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Aggregates that are a constant for every group, by which rewritten subqueries say that there is a
 * row, as that constant.
 */
final class LiteralAggregates extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (!(visited instanceof Aggregate aggregate)
        || aggregate.getGroupCount() == 0
        || aggregate.getAggCallList().stream().noneMatch(LiteralAggregates::isLiteral)) {
      return visited;
    }
    List<AggregateCall> others =
        aggregate.getAggCallList().stream().filter(call -> !isLiteral(call)).toList();
    RelNode groups =
        LogicalAggregate.create(
            aggregate.getInput(),
            List.of(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            others);
    RexBuilder builder = aggregate.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < aggregate.getGroupCount(); i++) {
      values.add(builder.makeInputRef(groups, i));
    }
    int next = aggregate.getGroupCount();
    for (AggregateCall call : aggregate.getAggCallList()) {
      values.add(isLiteral(call) ? call.rexList.get(0) : builder.makeInputRef(groups, next++));
    }
    return LogicalProject.create(
        groups, List.of(), values, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private static boolean isLiteral(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
  }
}
