package io.millrace.planner.expression;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * The beginning or the end of a window of time as an expression.
 *
 * @param time that the window is of
 * @param period after which windows begin again
 * @param offset of the first one
 * @param shift from the beginning of the period that the time is in
 */
public record WindowBound(RexNode time, long period, long offset, long shift) {
  /** What the expression says; empty if it is no bound of a window. */
  public static Optional<WindowBound> of(RexNode expression) {
    if (expression instanceof RexCall call
        && call.getOperator() == RuntimeFunctions.WINDOW_BOUND
        && call.getOperands().get(1) instanceof RexLiteral period
        && call.getOperands().get(2) instanceof RexLiteral offset
        && call.getOperands().get(3) instanceof RexLiteral shift) {
      return Optional.of(
          new WindowBound(call.getOperands().get(0), value(period), value(offset), value(shift)));
    }
    return Optional.empty();
  }

  private static long value(RexLiteral number) {
    return number.getValueAs(BigDecimal.class).longValueExact();
  }

  /** The same bound of the window of another time. */
  public WindowBound of(RexNode otherTime, long otherPeriod, long otherShift) {
    return new WindowBound(otherTime, otherPeriod, offset, otherShift);
  }

  /** The expression of a type, which is that of the time. */
  public RexNode toRex(RexBuilder builder, RelDataType type) {
    return builder.makeCall(
        type,
        RuntimeFunctions.WINDOW_BOUND,
        List.of(
            time,
            TimeWindows.number(builder, period),
            TimeWindows.number(builder, offset),
            TimeWindows.number(builder, shift)));
  }
}
