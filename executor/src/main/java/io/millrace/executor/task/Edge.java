package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import java.util.List;

/** One reader of a relation's output on one worker. Used by the worker's thread. */
public interface Edge {
  /** Names the reader. */
  long readerId();

  /** The columns that it reads, as far as they are known; null for all. */
  default List<Integer> columns() {
    return null;
  }

  /** Takes a batch; it is borrowed. */
  void emit(ChangeBatch batch);

  void barrier(Barrier barrier);

  boolean hasRoom();

  void bindProducer(Runnable wakeUp);

  /** Releases what was not passed on. */
  void close();
}
