package io.millrace.planner.expression;

import io.millrace.planner.validate.FallibleExpressions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Keeps the enumerable runtime from computing constant expressions that may fail, such as {@code
 * CAST('x' AS INTEGER)}, when it loads a query's code: a class whose static fields fail cannot be
 * used, and says so by an Error.
 */
public final class FallibleConstants extends RexShuttle {
  private final RexBuilder builder;

  private FallibleConstants(RexBuilder builder) {
    this.builder = builder;
  }

  public static RexShuttle shuttle(RexBuilder builder) {
    return new FallibleConstants(builder);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    if (!(visited instanceof RexCall constant)
        || !constant.getOperands().stream().allMatch(RexLiteral.class::isInstance)
        || !FallibleExpressions.mayFail(constant)) {
      return visited;
    }
    List<RexNode> operands = new ArrayList<>(constant.getOperands());
    for (int i = 0; i < operands.size(); i++) {
      SqlTypeName type = operands.get(i).getType().getSqlTypeName();
      if (type != SqlTypeName.SYMBOL && type != SqlTypeName.NULL) {
        RexNode hidden =
            builder.makeCall(
                operands.get(i).getType(), RuntimeFunctions.SAME, List.of(operands.get(i)));
        operands.set(i, hidden);
        return constant.clone(constant.getType(), operands);
      }
    }
    return constant;
  }
}
