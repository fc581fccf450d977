package io.millrace.executor.task;

import io.millrace.executor.element.StreamElement;

/** One of the places where a task's elements come from. */
interface InputPort {
  /** The next element, or null: then the task is scheduled when there is one. */
  StreamElement poll();

  /** Releases what has come and was not polled. */
  void close();
}
