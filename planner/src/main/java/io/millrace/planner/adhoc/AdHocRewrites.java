package io.millrace.planner.adhoc;

import io.millrace.planner.expression.FallibleConstants;
import io.millrace.planner.expression.FineValues;
import io.millrace.planner.expression.RealOrder;
import io.millrace.planner.expression.RuntimeRewrites;
import io.millrace.planner.expression.SessionsByOrder;
import io.millrace.planner.logical.SessionWindows;
import io.millrace.planner.logical.SubQueryShuttle;
import io.millrace.planner.optimize.GroupingSets;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;

/** Gives all expressions of a query, those of its subqueries too, Millrace's run-time semantics. */
final class AdHocRewrites extends SubQueryShuttle {
  private final RexBuilder builder;

  private final ExactSums sums;

  private final SessionsByOrder sessions;

  AdHocRewrites(RelBuilder relBuilder) {
    this.builder = relBuilder.getRexBuilder();
    this.sums = new ExactSums(relBuilder);
    this.sessions = new SessionsByOrder(relBuilder);
  }

  @Override
  public RelNode visit(RelNode rel) {
    // The enumerable runtime leaves out the empty grouping set where there are no rows.
    RelNode children =
        super.visit(
            rel instanceof SessionWindows windows
                ? sessions.rewrite(windows)
                : GroupingSets.rewrite(rel));
    if (children instanceof LogicalValues values) {
      return FineValues.rewrite(values);
    }
    return sums.rewrite(children.accept(new Semantics(builder)));
  }

  /** What it nests, AND in AND, is flat again, as Calcite wants conditions. */
  private static final class Semantics extends RexShuttle {
    private final RexShuttle functions;
    private final RexShuttle constants;
    private final RexShuttle flat;
    private final RexShuttle reals;

    Semantics(RexBuilder builder) {
      this.flat =
          new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
              return RexUtil.flatten(builder, super.visitCall(call));
            }
          };
      this.functions = RuntimeRewrites.shuttle(builder);
      this.constants = FallibleConstants.shuttle(builder);
      this.reals = new RealOrder(builder);
    }

    @Override
    public RexNode visitCall(RexCall call) {
      return call.accept(functions).accept(constants).accept(flat).accept(reals);
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
      return literal.accept(functions);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      return subQuery.accept(functions).accept(constants);
    }

    @Override
    public RexNode visitOver(RexOver over) {
      return over.accept(functions).accept(constants).accept(reals);
    }
  }
}
