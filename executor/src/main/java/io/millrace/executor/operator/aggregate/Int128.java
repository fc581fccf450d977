package io.millrace.executor.operator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Arithmetic on signed 128-bit numbers held in two words, the low half and the high half. */
final class Int128 {
  private static final int DIGITS = 38;
  private static final long[] POWER_LOW = new long[DIGITS + 1];
  private static final long[] POWER_HIGH = new long[DIGITS + 1];

  static {
    for (int i = 0; i <= DIGITS; i++) {
      BigInteger power = BigInteger.TEN.pow(i);
      POWER_LOW[i] = power.longValue();
      POWER_HIGH[i] = power.shiftRight(64).longValue();
    }
  }

  private Int128() {}

  /** Whether the number is that of its low half alone. */
  static boolean isLong(long low, long high) {
    return high == low >> 63;
  }

  /** Whether the number has at most this many decimal digits. */
  static boolean hasDigits(long low, long high, int digits) {
    long magnitudeHigh = high;
    long magnitudeLow = low;
    if (high < 0) {
      magnitudeLow = -low;
      magnitudeHigh = low == 0 ? -high : ~high;
    }
    return magnitudeHigh != POWER_HIGH[digits]
        ? Long.compareUnsigned(magnitudeHigh, POWER_HIGH[digits]) < 0
        : Long.compareUnsigned(magnitudeLow, POWER_LOW[digits]) < 0;
  }

  static BigInteger toBigInteger(long low, long high) {
    return BigInteger.valueOf(high)
        .shiftLeft(64)
        .or(BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1)));
  }

  static long low(BigInteger value) {
    return value.longValue();
  }

  static long high(BigInteger value) {
    return value.shiftRight(64).longValue();
  }

  /** The quotient of an unscaled sum and a count, as an unscaled value of another scale. */
  static BigInteger average(BigInteger sum, int scale, long count, int resultScale) {
    return new BigDecimal(sum, scale)
        .divide(BigDecimal.valueOf(count), resultScale, RoundingMode.HALF_UP)
        .unscaledValue();
  }
}
