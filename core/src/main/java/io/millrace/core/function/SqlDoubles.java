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
      throw new ArithmeticException(DivisionByZero.MESSAGE);
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

  /**
   * The value as a REAL.
   *
   * @throws ArithmeticException if it is finite and too large for one
   */
  public static float toReal(double value) {
    float real = (float) value;
    if (Float.isInfinite(real) && !Double.isInfinite(value)) {
      throw new ArithmeticException("Value " + value + " is out of range of REAL");
    }
    return real;
  }

  /**
   * The square root.
   *
   * @throws ArithmeticException for a negative number
   */
  public static double sqrt(double value) {
    return defined(Math.sqrt(value), value, "square root");
  }

  /**
   * The angle whose sine it is.
   *
   * @throws ArithmeticException for a number that is not from -1 to 1
   */
  public static double asin(double value) {
    return defined(Math.asin(value), value, "arc sine");
  }

  /**
   * The angle whose cosine it is.
   *
   * @throws ArithmeticException for a number that is not from -1 to 1
   */
  public static double acos(double value) {
    return defined(Math.acos(value), value, "arc cosine");
  }

  private static double defined(double result, double argument, String function) {
    if (Double.isNaN(result) && !Double.isNaN(argument)) {
      throw new ArithmeticException("There is no " + function + " of " + argument);
    }
    return result;
  }

  /** Numbers are in the order of their values: NaN is the greatest, −0.0 and 0.0 are one value. */
  public static long order(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  /** The value of which {@link #order} is the number. */
  public static double ofOrder(long order) {
    return Double.longBitsToDouble(order < 0 ? order ^ Long.MAX_VALUE : order);
  }

  /** The fewest digits that tell it from other DOUBLEs, as {@code 0.1} or {@code 1.7e+308}. */
  public static String text(double value) {
    return text(Double.toString(value));
  }

  /** The fewest digits that tell it from other REALs, as {@code 0.1} or {@code 3.4e+38}. */
  public static String realText(float value) {
    return text(Float.toString(value));
  }

  private static String text(String java) {
    int e = java.indexOf('E');
    if (e < 0) {
      return java;
    }
    int exponent = Integer.parseInt(java.substring(e + 1));
    String digits = java.substring(0, e);
    if (exponent >= -4 && exponent < 16) {
      String plain = new java.math.BigDecimal(java).toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : withoutFinalZeros(plain);
    }
    int size = Math.abs(exponent);
    return (digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits)
        + (exponent < 0 ? "e-" : "e+")
        + (size < 10 ? "0" : "")
        + size;
  }

  private static String withoutFinalZeros(String plain) {
    int end = plain.length();
    while (plain.charAt(end - 1) == '0' && plain.charAt(end - 2) != '.') {
      end--;
    }
    return plain.substring(0, end);
  }
}
