package io.millrace.executor.task;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.element.Barrier;
import java.util.Map;

/** What a task sees of its worker. Unless said otherwise the worker's thread calls it. */
public interface TaskHost {
  /** Runs the task soon. */
  void ready(Task task);

  /** Schedules the task; any thread calls it. */
  void wake(Task task);

  /** Calls {@link Task#alarm} after a time. */
  void wakeAfter(Task task, long nanos);

  /** The task has passed a barrier on, and has done what belongs to it. */
  void barrierPassed(Task task, Barrier barrier);

  /** The task failed, and takes no more data. */
  void failed(Task task, Throwable cause);

  /** So many rows came in from outside. */
  void dataArrived(long rows);

  /** Time alone has effects: a barrier should come before long, even if no rows do. */
  void barrierWanted();

  /** The task is a source's, and its splits are read to their ends, for ever. */
  void sourceEnded(Task task);

  /**
   * Records how far a source is read on another thread, then calls {@link SourceTask#recorded}.
   *
   * @param positions by split
   */
  void record(SourceTask task, Map<String, SplitState> positions, int generation);

  /** Freezes the state of one operator of the task's relation, if it takes part. */
  void freeze(Task task, int nodeId);

  /**
   * Prepares a sink's writer on another thread, then calls {@link OperatorTask#prepared}.
   *
   * @param checkpointId {@link Barrier#NO_CHECKPOINT} to have a sink commit that waits for none
   * @return false if the relation takes no part in checkpoints
   */
  boolean prepare(OperatorTask task, SinkWriter writer, long checkpointId);
}
