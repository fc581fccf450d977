package io.millrace.planner.adhoc;

import io.millrace.planner.expression.FallibleConstants;
import io.millrace.planner.expression.RuntimeRewrites;
import io.millrace.planner.optimize.GroupingSets;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.tools.RelBuilder;

/** Gives all expressions of a query, those of its subqueries too, Millrace's run-time semantics. */
final class AdHocRewrites extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  private final ExactSums sums;

  AdHocRewrites(RelBuilder relBuilder) {
    this.builder = relBuilder.getRexBuilder();
    this.sums = new ExactSums(relBuilder);
  }

  @Override
  public RelNode visit(RelNode rel) {
    // The enumerable runtime leaves out the empty grouping set where there are no rows.
    RelNode children = super.visit(GroupingSets.rewrite(rel));
    RelNode subQueries =
        children.accept(
            new RexShuttle() {
              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                RexSubQuery operands = (RexSubQuery) super.visitSubQuery(subQuery);
                return operands.clone(operands.rel.accept(AdHocRewrites.this));
              }
            });
    return sums.rewrite(
        subQueries
            .accept(RuntimeRewrites.shuttle(builder))
            .accept(FallibleConstants.shuttle(builder)));
  }
}
