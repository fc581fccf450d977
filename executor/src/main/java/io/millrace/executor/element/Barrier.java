package io.millrace.executor.element;

/**
 * The end of an epoch. It carries the watermark that holds from the next epoch on: all rows that
 * come later have a time of the watermark or later, but for late ones.
 *
 * @param epoch rises by one from barrier to barrier
 * @param checkpointId the checkpoint that is taken at this barrier, or {@link #NO_CHECKPOINT}
 * @param watermark in ms since 1970-01-01 UTC, or {@link #NO_WATERMARK}, {@link #IDLE} or {@link
 *     #END}
 */
public record Barrier(long epoch, long checkpointId, long watermark) implements StreamElement {
  /** No checkpoint is taken at the barrier. */
  public static final long NO_CHECKPOINT = 0;

  /** Nothing is known of the times of later rows. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** Nothing comes for now: the watermark is what others say and, if all are idle, what it was. */
  public static final long IDLE = Long.MAX_VALUE - 1;

  /** No row comes any more. */
  public static final long END = Long.MAX_VALUE;

  /** Without a watermark. */
  public Barrier(long epoch, long checkpointId) {
    this(epoch, checkpointId, NO_WATERMARK);
  }

  public Barrier withWatermark(long other) {
    return other == watermark ? this : new Barrier(epoch, checkpointId, other);
  }

  public boolean isCheckpoint() {
    return checkpointId != NO_CHECKPOINT;
  }
}
