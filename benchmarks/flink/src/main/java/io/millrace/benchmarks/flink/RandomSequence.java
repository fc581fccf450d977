package io.millrace.benchmarks.flink;

/**
 * The random values of Millrace's datagen source (its class {@code DatagenValues}), written down
 * again because Flink and Millrace never share a class path.
 */
final class RandomSequence {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private RandomSequence() {}

  /** The value of a BIGINT column at a row. */
  static long between(long seed, int column, long row, long min, long max) {
    long columnSeed = mix(mix(seed) + (column + 1) * GAMMA);
    long bits = mix(columnSeed + row * GAMMA);
    long count = max - min + 1;
    return min + Math.multiplyHigh(bits, count) + ((bits >> 63) & count);
  }

  private static long mix(long z) {
    long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
