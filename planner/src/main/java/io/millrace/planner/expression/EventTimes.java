package io.millrace.planner.expression;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * When values that are computed of event times are past: no more rows come with a value once the
 * watermark is at the value plus a delay.
 */
public final class EventTimes {
  private EventTimes() {}

  /**
   * The delay of a column, in the column's unit; empty if it has none.
   *
   * @param condition which all rows fulfil, or null
   * @param times the delays of the input's columns
   */
  public static OptionalLong delay(
      RexNode expression, RexNode condition, Map<Integer, Long> times) {
    if (expression instanceof RexInputRef column) {
      Long delay = times.get(column.getIndex());
      return delay == null ? OptionalLong.empty() : OptionalLong.of(delay);
    }
    if (!(expression instanceof RexCall bound)
        || bound.getOperator() != RuntimeFunctions.WINDOW_BOUND) {
      return OptionalLong.empty();
    }
    List<RexNode> operands = bound.getOperands();
    OptionalLong time = delay(operands.get(0), condition, times);
    if (time.isEmpty()
        || !(operands.get(1) instanceof RexLiteral period)
        || !(operands.get(3) instanceof RexLiteral shift)) {
      return OptionalLong.empty();
    }
    long delay =
        isBehind(bound, condition)
            ? time.getAsLong() - 1
            : Math.subtractExact(Math.addExact(time.getAsLong(), units(period) - 1), units(shift));
    return OptionalLong.of(delay);
  }

  /** Whether a condition says that the time is before the bound of its window. */
  private static boolean isBehind(RexCall bound, RexNode condition) {
    return condition != null
        && RelOptUtil.conjunctions(condition).stream()
            .anyMatch(
                part ->
                    part.getKind() == SqlKind.LESS_THAN
                        && part instanceof RexCall less
                        && less.getOperands().get(0).equals(bound.getOperands().get(0))
                        && less.getOperands().get(1) instanceof RexCall end
                        && end.getOperator() == bound.getOperator()
                        && end.getOperands().equals(bound.getOperands()));
  }

  private static long units(RexLiteral number) {
    return number.getValueAs(BigDecimal.class).longValueExact();
  }
}
