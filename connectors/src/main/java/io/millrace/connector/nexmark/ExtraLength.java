package io.millrace.connector.nexmark;

/**
 * The length of the column {@code extra}, which fills rows up to a size that differs by a fifth.
 *
 * @param averageSize of a row in bytes
 */
record ExtraLength(int averageSize) {
  private static final double SPREAD = 0.2;

  /**
   * For one row.
   *
   * @param size of the other columns
   */
  int of(long bits, int size) {
    int missing = Math.max(0, averageSize - size);
    int spread = (int) Math.round(missing * SPREAD);
    return missing - spread + (spread == 0 ? 0 : (int) Draw.below(bits, 2L * spread));
  }

  /** The greatest length of all rows whose other columns have at least this size. */
  int most(int leastSize) {
    int missing = Math.max(0, averageSize - leastSize);
    return missing + (int) Math.round(missing * SPREAD);
  }
}
