package io.millrace.executor.worker;

/** Hears what workers report. Called on the workers' threads; must return at once. */
public interface WorkerListener {
  /** All tasks of the worker have passed the epoch's barrier. */
  void epochPassed(int worker, long epoch);

  /** The worker's part of a checkpoint is ready to be written. */
  void frozen(int worker, WorkerCheckpoint part);

  /** The state does not fit into its memory, and only a checkpoint lets some of it go. */
  void memoryShort(int worker);

  /** Rows came in from outside since the last barrier. */
  void dataArrived(int worker);

  /** So many rows came in since the last barrier that the epoch should end. */
  void epochFull(int worker);

  /** The worker's shard of a source is read to its end, for ever. */
  void sourceEnded(int worker, long relationId);

  /** The worker's shard of a relation has all that was there before it was attached. */
  void backfilled(int worker, long relationId);

  /**
   * A task failed.
   *
   * @param taskName for messages
   * @param whole whether all that the task has put out is there for all who read it
   */
  void relationFailed(int worker, long relationId, String taskName, Throwable cause, boolean whole);

  /** The worker itself failed and has ended. */
  void workerFailed(int worker, Throwable cause);
}
