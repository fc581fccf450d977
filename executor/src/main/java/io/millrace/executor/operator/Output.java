package io.millrace.executor.operator;

import io.millrace.executor.data.ChangeBatch;

/** Where an operator puts its batches. Used by the operator's own thread only. */
@FunctionalInterface
public interface Output {
  /**
   * Takes over the caller's reference to the batch. Never blocks. Empty batches are not allowed.
   */
  void emit(ChangeBatch batch);
}
