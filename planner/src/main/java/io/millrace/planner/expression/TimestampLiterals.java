package io.millrace.planner.expression;

import io.millrace.core.function.TimeText;
import io.millrace.core.type.TimestampUnit;
import org.apache.calcite.util.TimestampString;

/** What the engine has for TIMESTAMP literals. */
public final class TimestampLiterals {
  private TimestampLiterals() {}

  /**
   * @return in the unit, digits below it cut off
   * @throws ArithmeticException if the unit does not reach there
   */
  public static long value(TimestampString literal, TimestampUnit unit) {
    return unit.of(TimeText.timestamp(literal.toString()));
  }
}
