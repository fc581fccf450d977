package io.millrace.connector.datagen;

/**
 * The arithmetic of random values, for programs that want the rows of a datagen source without the
 * source, such as benchmarks:
 *
 * <pre>
 *   long columnSeed = DatagenValues.columnSeed(seed, column);      // column from 0, as declared
 *   long bits = DatagenValues.bits(columnSeed, row);               // row from 0
 *   long value = DatagenValues.between(bits, min, max);            // BIGINT with min and max
 * </pre>
 *
 * The generator is SplitMix64 (Steele, Lea, Flood 2014) used as a hash of its counter.
 */
public final class DatagenValues {
  /** The odd number nearest to 2^64 divided by the golden ratio. */
  static final long GAMMA = 0x9E3779B97F4A7C15L;

  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private DatagenValues() {}

  /** Where a column's counter starts. */
  public static long columnSeed(long seed, int column) {
    return mix(mix(seed) + (column + 1) * GAMMA);
  }

  /** 64 random bits for a row. */
  public static long bits(long columnSeed, long row) {
    return mix(columnSeed + row * GAMMA);
  }

  static long mix(long z) {
    long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }

  /** A whole number from {@code min} to {@code max}, both included. */
  public static long between(long bits, long min, long max) {
    long count = max - min + 1;
    return count == 0 ? bits : min + unsignedMultiplyHigh(bits, count);
  }

  /** A number from {@code min} to below {@code max}. */
  public static double between(long bits, double min, double max) {
    return min + (max - min) * unit(bits);
  }

  /** A number from 0 to below 1. */
  public static double unit(long bits) {
    return (bits >>> 11) * DOUBLE_UNIT;
  }

  /** The high half of the product of two unsigned numbers; the JDK has it from 18 on. */
  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
