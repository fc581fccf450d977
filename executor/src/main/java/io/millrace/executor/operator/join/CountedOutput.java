package io.millrace.executor.operator.join;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Output;

/** Passes batches on, and knows when so many were put out that the rest can wait. */
final class CountedOutput implements Output {
  private Output target;
  private int emitted;

  /** Begins to count anew. */
  void begin(Output newTarget) {
    target = newTarget;
    emitted = 0;
  }

  boolean isEnough() {
    return emitted > 0;
  }

  @Override
  public void emit(ChangeBatch batch) {
    emitted++;
    target.emit(batch);
  }
}
