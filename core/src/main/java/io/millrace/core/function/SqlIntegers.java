package io.millrace.core.function;

/** Arithmetic on TINYINT, SMALLINT, INTEGER and BIGINT values. */
public final class SqlIntegers {
  private SqlIntegers() {}

  /**
   * The absolute value.
   *
   * @param least the least value of the type, of which there is none
   * @throws ArithmeticException for that value
   */
  public static long abs(long value, long least) {
    if (value == least) {
      throw new ArithmeticException("The absolute value of " + value + " is out of range");
    }
    return Math.abs(value);
  }
}
