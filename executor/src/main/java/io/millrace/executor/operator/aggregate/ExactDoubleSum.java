package io.millrace.executor.operator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * Sums of doubles that lose nothing: a value taken back leaves exactly what was there before it
 * came, in whatever order, and a sum is rounded once, when it is read.
 *
 * <p>A sum is a fixed-point number of {@link #WORDS} 64-bit words, in two's complement, whose
 * lowest bit counts 2^-1074. Records keep a window of four of these words, which is enough for
 * values whose magnitudes are not too far apart, in {@link #WINDOW} words: which words they are,
 * and the words. What falls outside, and the numbers of NaNs and infinities, are in the
 * <i>rest</i>: {@link #REST_WORDS} words that most sums do not have.
 */
final class ExactDoubleSum {
  /** Words of the whole number: 2,098 bits of a double's range and room for weights and carries. */
  static final int WORDS = 36;

  static final int NAN = WORDS;
  static final int POSITIVE_INFINITY = WORDS + 1;
  static final int NEGATIVE_INFINITY = WORDS + 2;
  static final int REST_WORDS = WORDS + 3;

  /** Words of a record: 1 + number of the window's lowest word (0: no window yet), then four. */
  static final int WINDOW = 5;

  private static final int WINDOW_WORDS = WINDOW - 1;
  private static final long MANTISSA = (1L << 52) - 1;
  private static final int SPECIAL = 0x7ff;

  private ExactDoubleSum() {}

  /**
   * Adds a value {@code weight} times to the window, if it fits.
   *
   * @return whether it did; otherwise it must go to the rest
   */
  static boolean addToWindow(long[] page, int at, double value, long weight) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & SPECIAL;
    if (exponent == SPECIAL || weight != (int) weight) {
      return false;
    }
    long mantissa = exponent == 0 ? bits & MANTISSA : bits & MANTISSA | 1L << 52;
    if (mantissa == 0) {
      return true;
    }
    int position = Math.max(exponent - 1, 0);
    int word = position >>> 6;
    int shift = position & 63;
    int first = (int) page[at] - 1;
    if (first < 0 || word < first || word > first + 1) {
      if (first >= 0 && !isZero(page, at + 1, WINDOW_WORDS)) {
        return false;
      }
      first = shift < 32 && word > 0 ? word - 1 : word;
      page[at] = first + 1;
    }
    long signed = bits < 0 ? -weight : weight;
    addShifted(page, at + 1 + word - first, at + WINDOW, mantissa, signed, shift);
    return true;
  }

  /** Adds a value {@code weight} times to the rest. */
  static void addToRest(long[] rest, double value, long weight) {
    if (Double.isNaN(value)) {
      rest[NAN] += weight;
    } else if (Double.isInfinite(value)) {
      rest[value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY] += weight;
    } else {
      long bits = Double.doubleToRawLongBits(value);
      int exponent = (int) (bits >>> 52) & SPECIAL;
      long mantissa = exponent == 0 ? bits & MANTISSA : bits & MANTISSA | 1L << 52;
      int position = Math.max(exponent - 1, 0);
      long signed = bits < 0 ? -weight : weight;
      addShifted(rest, position >>> 6, WORDS, mantissa, signed, position & 63);
    }
  }

  /** Adds mantissa × weight × 2^shift to the number in words [at, end). */
  private static void addShifted(
      long[] words, int at, int end, long mantissa, long weight, int shift) {
    long low = mantissa * weight;
    long high = Math.multiplyHigh(mantissa, weight);
    long second = shift == 0 ? high : high << shift | low >>> 64 - shift;
    long third = shift == 0 ? high >> 63 : high >> 64 - shift;
    long sign = high >> 63;
    long carry = add(words, at, low << shift, 0);
    carry = add(words, at + 1, second, carry);
    carry = at + 2 < end ? add(words, at + 2, third, carry) : 0;
    for (int i = at + 3; i < end && carry + sign != 0; i++) {
      carry = add(words, i, sign, carry);
    }
  }

  /** Adds and returns the carry. */
  private static long add(long[] words, int at, long value, long carry) {
    long old = words[at];
    long sum = old + value;
    long sumAndCarry = sum + carry;
    words[at] = sumAndCarry;
    return ((old & value) | ((old | value) & ~sum)) >>> 63
        | (carry != 0 && sumAndCarry == 0 ? 1 : 0);
  }

  static boolean isZero(long[] words, int from, int count) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= words[from + i];
    }
    return all == 0;
  }

  /**
   * The sum, correctly rounded to a double, or to a float that is returned as a double.
   *
   * @param page holds the window
   * @param rest or null
   */
  static double value(long[] page, int at, long[] rest, boolean asFloat) {
    if (rest == null) {
      long[] window = new long[WINDOW_WORDS];
      System.arraycopy(page, at + 1, window, 0, WINDOW_WORDS);
      return round(window, 64 * ((int) page[at] - 1), asFloat);
    }
    if (rest[NAN] > 0 || rest[POSITIVE_INFINITY] > 0 && rest[NEGATIVE_INFINITY] > 0) {
      return Double.NaN;
    }
    if (rest[POSITIVE_INFINITY] > 0) {
      return Double.POSITIVE_INFINITY;
    }
    if (rest[NEGATIVE_INFINITY] > 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return round(total(page, at, rest), 0, asFloat);
  }

  /** The exact finite sum divided by a count, for sums that no double holds. */
  static double average(long[] page, int at, long[] rest, long count) {
    byte[] bigEndian = new byte[8 * WORDS];
    long[] total = total(page, at, rest == null ? new long[REST_WORDS] : rest);
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[bigEndian.length - 1 - i] = (byte) (total[i >>> 3] >>> 8 * (i & 7));
    }
    return new BigDecimal(new BigInteger(bigEndian))
        .divide(new BigDecimal(BigInteger.ONE.shiftLeft(1074)), new MathContext(800))
        .divide(BigDecimal.valueOf(count), new MathContext(800))
        .doubleValue();
  }

  private static long[] total(long[] page, int at, long[] rest) {
    long[] total = new long[WORDS];
    System.arraycopy(rest, 0, total, 0, WORDS);
    int first = (int) page[at] - 1;
    if (first >= 0) {
      long sign = page[at + WINDOW_WORDS] >> 63;
      long carry = 0;
      for (int i = first; i < WORDS; i++) {
        int inWindow = i - first;
        carry = add(total, i, inWindow < WINDOW_WORDS ? page[at + 1 + inWindow] : sign, carry);
      }
    }
    return total;
  }

  /**
   * Rounds to the nearest, ties to even.
   *
   * @param words two's complement; changed
   * @param lowest the place of the lowest bit, counted from 2^-1074
   */
  private static double round(long[] words, int lowest, boolean asFloat) {
    boolean negative = words[words.length - 1] < 0;
    if (negative) {
      long carry = 1;
      for (int i = 0; i < words.length; i++) {
        words[i] = ~words[i] + carry;
        carry = carry != 0 && words[i] == 0 ? 1 : 0;
      }
    }
    int top = words.length - 1;
    while (top >= 0 && words[top] == 0) {
      top--;
    }
    if (top < 0) {
      return 0.0;
    }
    int highest = 64 * top + 63 - Long.numberOfLeadingZeros(words[top]);
    // A float's lowest bit counts 2^-149, so 925 places above a double's.
    int fraction = asFloat ? 23 : 52;
    int floor = asFloat ? 1074 - 149 : 0;
    int cut = Math.max(lowest + highest - fraction, floor);
    long mantissa = rounded(words, cut - lowest);
    long bits = ((long) (cut - floor) << fraction) + mantissa;
    // A number far too large must not wrap round into the sign.
    int largest = asFloat ? 0xff : SPECIAL;
    if (cut - floor >= largest || bits >= (long) largest << fraction) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    double magnitude = asFloat ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    return negative ? -magnitude : magnitude;
  }

  /** The bits from {@code cut} on, rounded by those below; at most 54 bits. */
  private static long rounded(long[] words, int cut) {
    if (cut <= 0) {
      return words[0] << -cut;
    }
    long kept = bitsFrom(words, cut);
    if (bit(words, cut - 1) == 0) {
      return kept;
    }
    boolean more = false;
    int half = cut - 1;
    for (int i = 0; i < half >>> 6 && i < words.length && !more; i++) {
      more = words[i] != 0;
    }
    if (!more && half >>> 6 < words.length) {
      more = (words[half >>> 6] & ((1L << (half & 63)) - 1)) != 0;
    }
    return more || (kept & 1) != 0 ? kept + 1 : kept;
  }

  private static long bitsFrom(long[] words, int from) {
    int word = from >>> 6;
    int shift = from & 63;
    if (word >= words.length) {
      return 0;
    }
    long low = words[word] >>> shift;
    return shift == 0 || word + 1 >= words.length ? low : low | words[word + 1] << 64 - shift;
  }

  private static long bit(long[] words, int place) {
    return place >>> 6 >= words.length ? 0 : words[place >>> 6] >>> (place & 63) & 1;
  }
}
