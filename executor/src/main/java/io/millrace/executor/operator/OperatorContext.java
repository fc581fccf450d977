package io.millrace.executor.operator;

import io.millrace.executor.state.StateTables;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What one shard of an operator gets from its worker.
 *
 * @param name for messages, such as {@code top_price/3 group-aggregate}
 * @param worker the worker's number, from 0
 * @param workers how many there are
 * @param allocator for batches
 * @param state the state tables of this operator's shard
 * @param errors counts values that could not be computed
 */
public record OperatorContext(
    String name,
    int worker,
    int workers,
    BufferAllocator allocator,
    StateTables state,
    ErrorReport errors) {
  /** Rows that a batch should hold at the most. */
  public static final int BATCH_ROWS = 4096;
}
