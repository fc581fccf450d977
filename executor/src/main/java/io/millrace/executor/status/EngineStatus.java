package io.millrace.executor.status;

import java.util.List;

/**
 * How an engine is doing at one moment.
 *
 * @param epoch the newest complete epoch
 * @param relations all relations, in the order of their creation
 * @param checkpoints the newest ones, oldest first, the one under way included
 */
public record EngineStatus(long epoch, List<Relation> relations, List<Checkpoint> checkpoints) {
  public EngineStatus {
    relations = List.copyOf(relations);
    checkpoints = List.copyOf(checkpoints);
  }

  /** What a relation does. */
  public enum State {
    /** Known, but nothing reads it (a source), or it waits for what it reads. */
    IDLE,
    /** Reads what was there before it. */
    BACKFILLING,
    RUNNING,
    /** Everything it will ever get has come. */
    FINISHED,
    /** Takes no rows until a checkpoint is complete. */
    SUSPENDED,
    /** Stopped by an error, and going to be tried again. */
    RESTARTING,
    /** Stopped by an error. */
    FAILED
  }

  /**
   * One relation.
   *
   * @param rowsRead rows that came in from outside, or were written to a sink
   * @param badRecords records that were skipped
   * @param valueErrors values that became NULL because they could not be computed
   * @param lateRows rows that were dropped because they came after their window was closed
   * @param watermark in ms; null while none is known and when no row comes any more
   * @param restarts how often it was tried again after a failure
   * @param lastError what stopped it or, if nothing did, the newest bad record or value error; null
   *     for none
   */
  public record Relation(
      long id,
      State state,
      long rowsRead,
      long badRecords,
      long valueErrors,
      long lateRows,
      Long watermark,
      int restarts,
      String lastError) {}

  /**
   * One checkpoint.
   *
   * @param state RUNNING, COMPLETED or FAILED
   * @param durationMillis from its barrier until it was complete, or until now
   * @param bytesWritten new bytes
   * @param bytesTotal all bytes that a restart from it would read
   * @param error why it failed, or null
   */
  public record Checkpoint(
      long id,
      String state,
      long durationMillis,
      long bytesWritten,
      long bytesTotal,
      String error) {}
}
