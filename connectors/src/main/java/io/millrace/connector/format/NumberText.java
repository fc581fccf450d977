package io.millrace.connector.format;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Numbers from ASCII bytes, without making strings of them where that can be helped. */
final class NumberText {
  private static final int MAX_FAST_DIGITS = 18;
  private static final long[] LONG_POWERS = new long[MAX_FAST_DIGITS + 1];
  private static final double[] DOUBLE_POWERS = new double[23];

  static {
    LONG_POWERS[0] = 1;
    for (int i = 1; i < LONG_POWERS.length; i++) {
      LONG_POWERS[i] = LONG_POWERS[i - 1] * 10;
    }
    // Powers of ten up to 10^22 are exact doubles.
    DOUBLE_POWERS[0] = 1;
    for (int i = 1; i < DOUBLE_POWERS.length; i++) {
      DOUBLE_POWERS[i] = DOUBLE_POWERS[i - 1] * 10;
    }
  }

  private NumberText() {}

  /** A whole number: an optional sign and digits. */
  static long parseLong(byte[] bytes, int start, int length, String type)
      throws InvalidFieldException {
    int end = start + length;
    int i = start;
    boolean negative = false;
    if (length > 0 && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    if (i == end) {
      throw notA(type);
    }
    // Counts downwards, because the negative numbers reach one further.
    long value = 0;
    for (; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notA(type);
      }
      if (value < Long.MIN_VALUE / 10) {
        throw wholeNumberOutOfRange(bytes, i, end, type);
      }
      value = value * 10 - digit;
      if (value > 0) {
        throw wholeNumberOutOfRange(bytes, i, end, type);
      }
    }
    if (!negative) {
      if (value == Long.MIN_VALUE) {
        throw outOfRange(type);
      }
      value = -value;
    }
    return value;
  }

  private static InvalidFieldException wholeNumberOutOfRange(
      byte[] bytes, int from, int end, String type) {
    for (int i = from; i < end; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return notA(type);
      }
    }
    return outOfRange(type);
  }

  /**
   * The unscaled value of a decimal number that fits {@code precision} and {@code scale} exactly.
   *
   * @param precision at most 18
   */
  static long parseLongDecimal(
      byte[] bytes, int start, int length, int precision, int scale, String type)
      throws InvalidFieldException {
    int end = start + length;
    int i = start;
    boolean negative = false;
    if (length > 0 && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    long value = 0;
    int digits = 0;
    int significant = 0;
    int point = -1;
    for (; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digits++;
        if (value != 0) {
          significant++;
        }
      } else if (bytes[i] == '.' && point < 0) {
        point = digits;
      } else {
        break;
      }
      if (significant > MAX_FAST_DIGITS) {
        break;
      }
    }
    int fraction = point < 0 ? 0 : digits - point;
    if (i < end || digits == 0 || fraction > scale) {
      // Exponents, many digits, zeros behind the scale, and everything that is wrong.
      return parseDecimal(bytes, start, length, precision, scale, type).unscaledValue().longValue();
    }
    int shift = scale - fraction;
    if (significant + shift > precision && value != 0) {
      throw outOfRange(type);
    }
    value = value == 0 ? 0 : value * LONG_POWERS[shift];
    return negative ? -value : value;
  }

  /** A decimal number with exactly {@code scale} digits after the point. */
  static BigDecimal parseDecimal(
      byte[] bytes, int start, int length, int precision, int scale, String type)
      throws InvalidFieldException {
    BigDecimal value;
    try {
      value = new BigDecimal(ascii(bytes, start, length));
    } catch (NumberFormatException e) {
      throw notA(type);
    }
    if (value.signum() == 0) {
      return BigDecimal.ZERO.setScale(scale);
    }
    // Before any arithmetic: 1e999999999 must not make a number of that many digits.
    long integerDigits = (long) value.precision() - value.scale();
    if (integerDigits > precision - scale) {
      throw outOfRange(type);
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.scale() > scale) {
      throw new InvalidFieldException(
          "has more than the " + scale + " digits after the point that " + type + " keeps");
    }
    return stripped.setScale(scale);
  }

  static double parseDouble(byte[] bytes, int start, int length, String type)
      throws InvalidFieldException {
    int end = start + length;
    int i = start;
    boolean negative = false;
    if (length > 0 && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    long mantissa = 0;
    int digits = 0;
    int fraction = 0;
    boolean point = false;
    for (; i < end && digits < MAX_FAST_DIGITS; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
        if (point) {
          fraction++;
        }
      } else if (bytes[i] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    // Both operands are exact, so one division rounds once, which is right (Clinger 1990).
    if (i == end && digits > 0 && mantissa <= 1L << 53) {
      double value = mantissa / DOUBLE_POWERS[fraction];
      return negative ? -value : value;
    }
    return slowDouble(ascii(bytes, start, length), type);
  }

  private static double slowDouble(String text, String type) throws InvalidFieldException {
    checkFloatingPoint(text, type);
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
      throw outOfRange(type);
    }
    return value;
  }

  static float parseFloat(byte[] bytes, int start, int length, String type)
      throws InvalidFieldException {
    String text = ascii(bytes, start, length);
    checkFloatingPoint(text, type);
    float value = Float.parseFloat(text);
    if (Float.isInfinite(value) && !text.endsWith("Infinity")) {
      throw outOfRange(type);
    }
    return value;
  }

  /** Java also takes "1d", "0x1p3" and blanks around; SQL does not. */
  private static void checkFloatingPoint(String text, String type) throws InvalidFieldException {
    if (text.equals("NaN")
        || text.equals("Infinity")
        || text.equals("-Infinity")
        || text.equals("+Infinity")) {
      return;
    }
    boolean digit = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isDigit = c >= '0' && c <= '9';
      digit |= isDigit;
      if (!isDigit && "+-.eE".indexOf(c) < 0) {
        throw notA(type);
      }
    }
    if (!digit) {
      throw notA(type);
    }
    try {
      Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw notA(type);
    }
  }

  private static String ascii(byte[] bytes, int start, int length) {
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  static InvalidFieldException notA(String type) {
    boolean vowel = "AEIOU".indexOf(type.charAt(0)) >= 0;
    return new InvalidFieldException("is not " + (vowel ? "an " : "a ") + type);
  }

  static InvalidFieldException outOfRange(String type) {
    return new InvalidFieldException("is out of range for " + type);
  }
}
