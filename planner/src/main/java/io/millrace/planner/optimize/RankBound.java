package io.millrace.planner.optimize;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * What a condition says of a column of whole numbers from 1 on.
 *
 * @param from the least number that fulfils it
 * @param to the greatest one; {@link Long#MAX_VALUE} for no bound
 * @param exact whether all numbers in between fulfil it
 */
record RankBound(int column, long from, long to, boolean exact) {
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Null if the condition does not bound one column. */
  static RankBound of(RexNode condition) {
    return switch (condition.getKind()) {
      case AND -> both((RexCall) condition);
      case OR -> either((RexCall) condition);
      case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison((RexCall) condition);
      default -> null;
    };
  }

  private static RankBound comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (left instanceof RexInputRef ref) {
      return bound(ref, call.getKind(), right);
    }
    return right instanceof RexInputRef ref ? bound(ref, call.getKind().reverse(), left) : null;
  }

  private static RankBound bound(RexInputRef ref, SqlKind comparison, RexNode value) {
    if (!(value instanceof RexLiteral literal)
        || literal.isNull()
        || !SqlTypeUtil.isExactNumeric(literal.getType())) {
      return null;
    }
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    BigDecimal below = number.setScale(0, RoundingMode.FLOOR);
    BigDecimal above = number.setScale(0, RoundingMode.CEILING);
    return switch (comparison) {
      case EQUALS -> range(ref, above, below);
      case LESS_THAN -> range(ref, BigDecimal.ONE, above.subtract(BigDecimal.ONE));
      case LESS_THAN_OR_EQUAL -> range(ref, BigDecimal.ONE, below);
      case GREATER_THAN -> range(ref, below.add(BigDecimal.ONE), MOST);
      default -> range(ref, above, MOST);
    };
  }

  private static RankBound range(RexInputRef ref, BigDecimal from, BigDecimal to) {
    return new RankBound(
        ref.getIndex(),
        from.max(BigDecimal.ONE).min(MOST).longValue(),
        to.max(BigDecimal.ZERO).min(MOST).longValue(),
        true);
  }

  private static RankBound both(RexCall call) {
    RankBound result = null;
    for (RexNode operand : call.getOperands()) {
      RankBound bound = of(operand);
      if (bound == null || result != null && result.column != bound.column) {
        return null;
      }
      result =
          result == null
              ? bound
              : new RankBound(
                  bound.column,
                  Math.max(result.from, bound.from),
                  Math.min(result.to, bound.to),
                  result.exact && bound.exact);
    }
    return result;
  }

  private static RankBound either(RexCall call) {
    List<RexNode> operands = call.getOperands();
    RankBound result = of(operands.get(0));
    for (int i = 1; i < operands.size() && result != null; i++) {
      RankBound bound = of(operands.get(i));
      result =
          bound == null || bound.column != result.column
              ? null
              : new RankBound(
                  bound.column,
                  Math.min(result.from, bound.from),
                  Math.max(result.to, bound.to),
                  false);
    }
    return result;
  }
}
