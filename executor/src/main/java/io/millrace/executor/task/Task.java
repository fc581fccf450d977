package io.millrace.executor.task;

import io.millrace.executor.element.Barrier;
import java.util.ArrayDeque;

/**
 * One fragment of a relation on one worker. It is scheduled by events (an element, a barrier, room
 * behind it) and then runs a few short steps.
 *
 * <p>A task that failed stays in place: it throws its input away and goes on passing barriers, so
 * that everything else goes on.
 */
public abstract class Task {
  /** Steps a run, so that no task keeps its worker for long. */
  private static final int STEPS = 16;

  private final TaskHost host;
  private final long relationId;
  private final String name;
  private final ArrayDeque<Runnable> afterBarrier = new ArrayDeque<>();
  private boolean scheduled;
  private boolean failed;
  private boolean closed;
  private boolean alarmSet;

  protected Task(TaskHost host, long relationId, String name) {
    this.host = host;
    this.relationId = relationId;
    this.name = name;
  }

  public final long relationId() {
    return relationId;
  }

  /** For messages. */
  public final String name() {
    return name;
  }

  public final boolean isFailed() {
    return failed;
  }

  /** From now on input is thrown away. */
  public final void discard() {
    if (!failed) {
      failed = true;
      discarding();
      schedule();
    }
  }

  /** Takes input again after it was thrown away. */
  protected final void revive() {
    failed = false;
    schedule();
  }

  /** Has the worker run this task soon. */
  public final void schedule() {
    if (!scheduled && !closed) {
      scheduled = true;
      host.ready(this);
    }
  }

  /** Has the worker run this task after a time, or earlier if that was asked for before. */
  protected final void scheduleAfter(long nanos) {
    if (!alarmSet) {
      alarmSet = true;
      host.wakeAfter(this, nanos);
    }
  }

  /** The time is over. */
  public final void alarm() {
    alarmSet = false;
    schedule();
  }

  /** Has something done on this thread as soon as the next barrier is passed. */
  public final void afterNextBarrier(Runnable action) {
    afterBarrier.add(action);
  }

  /** Runs some steps. */
  public final void run() {
    scheduled = false;
    for (int i = 0; i < STEPS; i++) {
      if (closed || !tryStep()) {
        return;
      }
    }
    schedule();
  }

  private boolean tryStep() {
    try {
      return hasRoom() && step();
    } catch (Throwable e) { // whatever it is, it must not stop other relations
      fail(e);
      return true;
    }
  }

  protected final void fail(Throwable cause) {
    if (failed) {
      throw new IllegalStateException("A failed task failed again: " + name, cause);
    }
    discard();
    host.failed(this, cause);
  }

  /** Ends the handling of a barrier that was passed on. */
  protected final void passed(Barrier barrier) {
    for (Runnable action = afterBarrier.poll(); action != null; action = afterBarrier.poll()) {
      try {
        action.run();
      } catch (Throwable e) { // the barrier has passed: it must be counted all the same
        if (!failed) {
          fail(e);
        }
      }
    }
    host.barrierPassed(this, barrier);
  }

  protected final TaskHost host() {
    return host;
  }

  /** Frees what the task holds, its waiting input included. */
  public final void close() {
    if (!closed) {
      closed = true;
      release();
    }
  }

  /**
   * Whether there is room for what a step may emit; if not, the task is scheduled when there is.
   */
  protected abstract boolean hasRoom();

  /**
   * Does one small piece of work.
   *
   * @return false if there is nothing to do now; the task is scheduled when there is
   */
  protected abstract boolean step();

  /** The task has failed: frees what it will not use any more. */
  protected void discarding() {}

  protected abstract void release();
}
