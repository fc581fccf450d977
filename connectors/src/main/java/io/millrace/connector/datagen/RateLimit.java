package io.millrace.connector.datagen;

import io.millrace.core.time.Clock;

/**
 * How many rows a reader may have made by now. Who falls behind may catch up with the rows of one
 * second, not more, so that a pause is not followed by a flood. One thread at a time.
 */
public final class RateLimit {
  public static final RateLimit NONE = new RateLimit(null, 0, 0, 1);

  private static final double NANOS_PER_SECOND = 1e9;

  private final Clock clock;
  private final double rowsPerSecond;
  private final int split;
  private final int splits;
  private long start;

  /**
   * Begins to count now.
   *
   * @param rowsPerSecond of all splits together, more than 0
   * @param split the number of the reader's split, from 0
   */
  public RateLimit(Clock clock, double rowsPerSecond, int split, int splits) {
    this.clock = clock;
    this.rowsPerSecond = rowsPerSecond;
    this.split = split;
    this.splits = splits;
    this.start = clock == null ? 0 : clock.nanoTime();
  }

  /**
   * How many more rows may be made now.
   *
   * @param made rows made since this limit began
   */
  public long allowance(long made) {
    if (clock == null) {
      return Long.MAX_VALUE;
    }
    long now = clock.nanoTime();
    double dueOfAll = (now - start) / NANOS_PER_SECOND * rowsPerSecond;
    // Of the rows due of all splits, those that are this split's.
    long due = dueOfAll <= split ? 0 : (long) ((dueOfAll - split - 1) / splits + 1);
    long behind = due - made;
    long most = (long) Math.max(1, rowsPerSecond / splits);
    if (behind > most) {
      start += (long) ((behind - most) * splits / rowsPerSecond * NANOS_PER_SECOND);
      return most;
    }
    return Math.max(0, behind);
  }
}
