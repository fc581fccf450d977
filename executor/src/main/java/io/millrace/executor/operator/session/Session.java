package io.millrace.executor.operator.session;

/**
 * One session of a partition.
 *
 * @param first the time of its earliest row
 * @param last the time of its latest row
 * @param count how many rows it has, more than 0
 */
record Session(long first, long last, long count) {
  boolean hasBoundsOf(Session other) {
    return first == other.first && last == other.last;
  }

  /** A time and what is added to it, no further than times go. */
  static long shift(long time, long by) {
    long sum = time + by;
    boolean overflows = ((time ^ sum) & (by ^ sum)) < 0;
    return overflows ? (by < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}
