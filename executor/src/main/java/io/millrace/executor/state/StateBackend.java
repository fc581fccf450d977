package io.millrace.executor.state;

/**
 * The state tables of all operator shards of one worker. The worker's thread owns it; only {@link
 * SnapshotJob}s run elsewhere.
 *
 * <p>A checkpoint goes like this: at its barrier {@link #freeze} for every operator shard; then,
 * when all shards of the worker have passed the barrier, {@link #finishFreeze}; its job is run by
 * another thread; then {@link #completed} or {@link #failed}. Only one checkpoint is under way at a
 * time.
 */
public interface StateBackend extends AutoCloseable {
  /** The tables of one operator shard; the same object for the same shard. */
  StateTables tables(long relationId, int nodeId);

  /**
   * Fixes what the tables of one operator shard hold now as their part of the checkpoint. Cheap:
   * what is changed later is copied then. Shards that are not frozen are not part of it.
   */
  void freeze(long relationId, int nodeId);

  /** Ends the freezing of a checkpoint; the job writes what was frozen. */
  SnapshotJob finishFreeze(long checkpointId);

  /** The checkpoint is complete and durable. */
  void completed(long checkpointId);

  /** The checkpoint was given up: what it had to write is left to the next one. */
  void failed(long checkpointId);

  /** Removes all tables of a relation. Not called while a checkpoint is under way. */
  void drop(long relationId);

  /** The relations that have tables, after a restore those of the checkpoint. */
  java.util.Set<Long> relations();

  /** The bytes of memory that the tables hold. */
  long memoryBytes();

  /** Whether memory is short and only a checkpoint frees some, since too much is not saved. */
  boolean wantsCheckpoint();

  /** Frees everything, without writing anything. */
  @Override
  void close();
}
