package io.millrace.benchmarks.flink;

/** The random values of Millrace's datagen source, written down again here because the two never share a class path. */
final class RandomSequence {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RandomSequence() {}

  static long between(long seed, int column, long row, long min, long max) {
    long bits = mix(mix(seed + column * GOLDEN) + (row + 1) * GOLDEN);
    return min + Long.remainderUnsigned(bits, max - min + 1);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
