package io.millrace.core.function;

/** Arithmetic on REAL and DOUBLE values. */
public final class SqlDoubles {
  private SqlDoubles() {}

  /**
   * The quotient.
   *
   * @throws ArithmeticException for a division by zero, as with every other type
   */
  public static double divide(double dividend, double divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("Division by zero");
    }
    return dividend / divisor;
  }

  /**
   * The value as a whole number, halves to the even one, as PostgreSQL and DuckDB round.
   *
   * @throws ArithmeticException if it is no number from {@code least} to {@code greatest}
   */
  public static long toLong(double value, long least, long greatest) {
    double rounded = Math.rint(value);
    // The bounds of BIGINT are no doubles: its greatest rounds to one more.
    if (!(rounded >= (double) least)
        || !(rounded <= (double) greatest)
        || (greatest == Long.MAX_VALUE && rounded >= 0x1p63)) {
      throw new ArithmeticException("Value " + value + " is out of range");
    }
    return (long) rounded;
  }
}
