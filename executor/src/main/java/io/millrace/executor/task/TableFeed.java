package io.millrace.executor.task;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.log.LogEntry;
import java.util.ArrayDeque;

/**
 * Durable writes to one table on their way from the table log into the dataflow. Thread-safe;
 * writers wait while too much is on its way.
 */
public final class TableFeed {
  private static final long MOST_BYTES = 64L << 20;

  private final ArrayDeque<LogEntry> entries = new ArrayDeque<>();
  private long bytes;
  private boolean closed;
  private MillraceException refusal;
  private Runnable wakeUp;

  /** Throws if the table takes no more writes. */
  public synchronized void checkWritable() {
    if (refusal != null) {
      throw refusal;
    }
  }

  /** From now on writers are refused, for this reason. */
  public synchronized void refuse(MillraceException reason) {
    refusal = reason;
  }

  /** Waits until there is room for another write, or nothing is taken any more. */
  public synchronized void awaitRoom() {
    try {
      while (bytes > MOST_BYTES && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "The write was interrupted.", e);
    }
  }

  /** Adds a write that is durable. Never waits. */
  public void add(LogEntry entry) {
    Runnable consumer;
    synchronized (this) {
      if (closed) {
        return;
      }
      entries.add(entry);
      bytes += entry.payload().length;
      consumer = wakeUp;
    }
    if (consumer != null) {
      consumer.run();
    }
  }

  /** Takes the next write, if it ends at {@code limit} or before; else null. */
  synchronized LogEntry poll(long limit) {
    LogEntry next = entries.peek();
    if (next == null || next.end() > limit) {
      return null;
    }
    entries.remove();
    bytes -= next.payload().length;
    notifyAll();
    return next;
  }

  /** Names what is run when there are writes. */
  synchronized void bindConsumer(Runnable consumer) {
    wakeUp = consumer;
  }

  /** Lets go all who wait; nothing is taken any more. */
  public synchronized void close() {
    closed = true;
    entries.clear();
    notifyAll();
  }
}
