package io.millrace.executor.element;

/**
 * The end of an epoch.
 *
 * @param epoch rises by one from barrier to barrier
 * @param checkpointId the checkpoint that is taken at this barrier, or {@link #NO_CHECKPOINT}
 */
public record Barrier(long epoch, long checkpointId) implements StreamElement {
  /** No checkpoint is taken at the barrier. */
  public static final long NO_CHECKPOINT = 0;

  public boolean isCheckpoint() {
    return checkpointId != NO_CHECKPOINT;
  }
}
