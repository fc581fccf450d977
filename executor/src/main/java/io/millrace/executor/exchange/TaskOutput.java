package io.millrace.executor.exchange;

import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Output;

/** Where a task's rows and barriers go. Used by the task's thread. */
public interface TaskOutput extends Output {
  /** Passes a barrier on, after everything emitted before it. */
  void barrier(Barrier barrier);

  /** Whether the task may run a step; if not, its wake-up runs once there is room. */
  boolean hasRoom();

  /** Names the task's wake-up, which any thread may run. */
  void bindProducer(Runnable wakeUp);
}
