package io.millrace.planner.expression;

import io.millrace.planner.validate.FallibleExpressions;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Brings an optimized expression to the form that Calcite's code generator computes as Millrace
 * promises: arithmetic on integers is checked, AND and OR compute no operand whose value does not
 * matter if that operand may fail. The last step before code, because no rule knows these forms.
 */
public final class RuntimeRewrites extends RexShuttle {
  private final RexBuilder builder;

  private RuntimeRewrites(RexBuilder builder) {
    this.builder = builder;
  }

  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return RexUtil.expandSearch(builder, null, expression).accept(new RuntimeRewrites(builder));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexCall visited = (RexCall) super.visitCall(call);
    return switch (visited.getKind()) {
      case AND -> lazy(visited, SqlStdOperatorTable.IS_FALSE, false);
      case OR -> lazy(visited, SqlStdOperatorTable.IS_TRUE, true);
      case PLUS -> checked(visited, SqlStdOperatorTable.CHECKED_PLUS);
      case MINUS -> checked(visited, SqlStdOperatorTable.CHECKED_MINUS);
      case TIMES -> checked(visited, SqlStdOperatorTable.CHECKED_MULTIPLY);
      case DIVIDE -> checked(visited, SqlStdOperatorTable.CHECKED_DIVIDE);
      case MINUS_PREFIX -> checked(visited, SqlStdOperatorTable.CHECKED_UNARY_MINUS);
      default -> visited;
    };
  }

  private RexNode checked(RexCall call, SqlOperator operator) {
    return SqlTypeUtil.isIntType(call.getType())
        ? builder.makeCall(call.getType(), operator, call.getOperands())
        : call;
  }

  /**
   * {@code a OR b}, where b may fail, as {@code CASE WHEN a IS TRUE THEN TRUE ELSE a OR b END}: the
   * generator computes all operands of OR before it looks at any, but only the branch of a CASE
   * that is taken.
   */
  private RexNode lazy(RexCall call, SqlOperator decides, boolean decided) {
    List<RexNode> operands = call.getOperands();
    int fallible = 1;
    while (fallible < operands.size() && !FallibleExpressions.mayFail(operands.get(fallible))) {
      fallible++;
    }
    if (fallible == operands.size()) {
      return call;
    }
    RexNode first = combined(call.getOperator(), operands.subList(0, fallible));
    RexNode rest = combined(call.getOperator(), operands.subList(fallible, operands.size()));
    RexNode lazyRest = rest.isA(call.getKind()) ? lazy((RexCall) rest, decides, decided) : rest;
    return builder.makeCall(
        call.getType(),
        SqlStdOperatorTable.CASE,
        List.of(
            builder.makeCall(decides, first),
            builder.makeLiteral(decided),
            builder.makeCall(call.getOperator(), first, lazyRest)));
  }

  private RexNode combined(SqlOperator operator, List<RexNode> operands) {
    return operands.size() == 1 ? operands.get(0) : builder.makeCall(operator, operands);
  }
}
