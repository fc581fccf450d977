package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.Output;
import java.util.List;

/** Ways from one operator to the next ones. */
final class FanOut {
  private FanOut() {}

  /** Calls an operator with every batch. */
  static Output into(Operator operator, int input, Output output) {
    return batch -> {
      try {
        operator.process(input, batch, output);
      } finally {
        batch.release();
      }
    };
  }

  /** Gives every batch to all. */
  static Output of(List<Output> targets) {
    if (targets.size() == 1) {
      return targets.get(0);
    }
    if (targets.isEmpty()) {
      return ChangeBatch::release;
    }
    return batch -> {
      try {
        for (Output target : targets) {
          target.emit(batch.retain());
        }
      } finally {
        batch.release();
      }
    };
  }
}
