package io.millrace.executor.operator;

import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;

/**
 * An operator that keeps the content of a relation for readers, and puts out its changes.
 *
 * <p>Its owner thread calls the methods between the end of one epoch ({@link #finishEpoch} returned
 * true) and the first batch of the next.
 */
public interface ReadableOperator extends Operator {
  /**
   * This shard's part of the answer. All rows: a picture of this moment that costs little to make
   * and is consumed later on the reader's thread, while this operator goes on. By key: looked up
   * now; keys of other shards are not found.
   */
  RelationRows read(ReadRequest request);

  /** All of this shard's rows as they are now, as batches of insertions. */
  ContentScan scanContent();

  /**
   * Whether anybody listens to the output. If not, nothing need be emitted. Before the first call
   * nobody does. Called at a barrier only: what is wanted now begins with the next epoch.
   */
  void setChangelogWanted(boolean wanted);
}
