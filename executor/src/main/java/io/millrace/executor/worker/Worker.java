package io.millrace.executor.worker;

import io.millrace.core.time.Clock;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.scheduling.Actor;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.task.OperatorTask;
import io.millrace.executor.task.SourceTask;
import io.millrace.executor.task.Task;
import io.millrace.executor.task.TaskFactory;
import io.millrace.executor.task.TaskHost;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A worker: runs ready tasks one after the other, and between them what it is told by messages.
 * Everything it holds belongs to the one thread that runs it; others only {@link #tell} it.
 */
public final class Worker implements Actor, TaskHost {
  private static final long LONGEST_PARK_NANOS = 1_000_000_000L;

  private record Alarm(long nanoTime, Task task) {}

  private final int number;
  private final WorkerListener listener;
  private final Clock clock;
  private final ConcurrentLinkedQueue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<Task> ready = new ArrayDeque<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanoTime() - b.nanoTime(), 0));
  private final WorkerRelations relations;
  private volatile Thread thread;
  private volatile boolean parked;
  private boolean stopped;
  private final long rowsAnEpoch;
  private long rowsArrived;

  /**
   * @param io runs what may block
   */
  public Worker(
      WorkerSettings settings,
      WorkerListener listener,
      Clock clock,
      BufferAllocator allocator,
      StateBackend state,
      Executor io) {
    this.number = settings.number();
    this.listener = listener;
    this.clock = clock;
    this.rowsAnEpoch = settings.rowsAnEpoch();
    this.relations =
        new WorkerRelations(
            this,
            new TaskFactory(
                this,
                number,
                settings.workers(),
                settings.keyGroups(),
                settings.guarantee(),
                clock,
                allocator,
                state),
            settings.tableFeeds(),
            settings.positions(),
            listener,
            io);
  }

  @Override
  public String name() {
    return "worker-" + number;
  }

  public int number() {
    return number;
  }

  /** Has something done on the worker's thread, after what it was told before. Any thread. */
  public void tell(Runnable message) {
    mailbox.add(message);
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** What the worker can be told; to be used inside messages only. */
  public WorkerRelations relations() {
    return relations;
  }

  /** Ends the thread after what the worker was told before. Any thread. */
  public void stop() {
    tell(() -> stopped = true);
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    while (!stopped) {
      if (!tryStep()) {
        park();
      }
    }
  }

  /** Handles all messages, then runs one task. */
  @Override
  public boolean step() {
    thread = Thread.currentThread();
    try {
      return tryStep();
    } finally {
      thread = null; // until the next step, others wake its tasks by messages
    }
  }

  private boolean tryStep() {
    try {
      return handleMessagesAndRunTask();
    } catch (Throwable e) { // a fault of the worker itself: nobody else would say so
      listener.workerFailed(number, e);
      stopped = true;
      return true;
    }
  }

  private boolean handleMessagesAndRunTask() {
    boolean worked = false;
    for (Runnable message = mailbox.poll(); message != null; message = mailbox.poll()) {
      message.run();
      worked = true;
    }
    ringAlarms();
    Task task = ready.poll();
    if (task != null) {
      task.run();
      worked = true;
    }
    return worked;
  }

  private void ringAlarms() {
    while (!alarms.isEmpty() && alarms.peek().nanoTime() - clock.nanoTime() <= 0) {
      alarms.poll().task().alarm();
    }
  }

  @Override
  public long nanosUntilDue() {
    if (!ready.isEmpty() || !mailbox.isEmpty()) {
      return 0;
    }
    return alarms.isEmpty()
        ? LONGEST_PARK_NANOS
        : Math.min(LONGEST_PARK_NANOS, alarms.peek().nanoTime() - clock.nanoTime());
  }

  @Override
  public boolean isEnded() {
    return stopped;
  }

  private void park() {
    parked = true;
    if (mailbox.isEmpty()) {
      long nanos = nanosUntilDue();
      if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }
    parked = false;
  }

  /** Frees all tasks. To be called when the thread has ended. */
  public void close() {
    thread = Thread.currentThread();
    relations.close();
  }

  @Override
  public void ready(Task task) {
    ready.add(task);
  }

  @Override
  public void wake(Task task) {
    if (Thread.currentThread() == thread) {
      task.schedule();
    } else {
      tell(task::schedule);
    }
  }

  @Override
  public void wakeAfter(Task task, long nanos) {
    alarms.add(new Alarm(clock.nanoTime() + nanos, task));
  }

  @Override
  public void barrierPassed(Task task, Barrier barrier) {
    relations.barrierPassed(task, barrier);
  }

  @Override
  public void failed(Task task, Throwable cause) {
    relations.failed(task, cause);
  }

  @Override
  public void dataArrived(long rows) {
    if (rows > 0 && rowsArrived == 0) {
      listener.dataArrived(number);
    }
    boolean hadRoom = rowsArrived < rowsAnEpoch;
    rowsArrived += rows;
    if (hadRoom && rowsArrived >= rowsAnEpoch) {
      listener.epochFull(number);
    }
  }

  @Override
  public void barrierWanted() {
    listener.dataArrived(number);
  }

  void barrierInjected() {
    rowsArrived = 0;
  }

  @Override
  public void sourceEnded(Task task) {
    listener.sourceEnded(number, task.relationId());
  }

  @Override
  public void record(SourceTask task, Map<String, SplitState> positions, int generation) {
    relations.record(task, positions, generation);
  }

  @Override
  public void freeze(Task task, int nodeId) {
    relations.freeze(task, nodeId);
  }

  @Override
  public boolean prepare(OperatorTask task, SinkWriter writer, long checkpointId) {
    return relations.prepare(task, writer, checkpointId);
  }
}
