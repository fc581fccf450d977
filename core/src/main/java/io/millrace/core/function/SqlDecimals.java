package io.millrace.core.function;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Arithmetic on DECIMAL values. */
public final class SqlDecimals {
  private SqlDecimals() {}

  /**
   * The quotient, rounded half up to the scale of the result's type.
   *
   * @throws ArithmeticException for a division by zero
   */
  public static BigDecimal divide(BigDecimal dividend, BigDecimal divisor, int scale) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("Division by zero");
    }
    return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
  }

  /**
   * The remainder, with the sign of the dividend.
   *
   * @throws ArithmeticException for a division by zero
   */
  public static BigDecimal remainder(BigDecimal dividend, BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("Division by zero");
    }
    return dividend.remainder(divisor);
  }

  /**
   * The value in a type's precision and scale, rounded half up.
   *
   * @throws ArithmeticException if it has more digits before the point than the type
   */
  public static BigDecimal fit(BigDecimal value, int precision, int scale) {
    BigDecimal scaled =
        value.scale() == scale ? value : value.setScale(scale, RoundingMode.HALF_UP);
    if (scaled.precision() > precision) {
      throw new ArithmeticException(
          "Value " + value + " is out of range of DECIMAL(" + precision + ", " + scale + ")");
    }
    return scaled;
  }

  /** All digits of the value's scale, with a zero before the point where there is nothing else. */
  public static String text(BigDecimal value) {
    return value.toPlainString();
  }
}
