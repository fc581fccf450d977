package io.millrace.planner.logical;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Goes through the whole plan, the subqueries that stand in expressions included. */
public abstract class SubQueryShuttle extends RelHomogeneousShuttle {
  private final RexShuttle subQueries =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
          RexSubQuery operands = (RexSubQuery) super.visitSubQuery(subQuery);
          return operands.clone(operands.rel.accept(SubQueryShuttle.this));
        }
      };

  /** The node over its visited inputs, with visited subqueries in its expressions. */
  @Override
  public RelNode visit(RelNode rel) {
    return super.visit(rel).accept(subQueries);
  }
}
