package io.millrace.executor.subscription;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.task.Edge;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A reader of a relation's changes, from one epoch on. Changes are seen when their epoch is
 * complete. A reader that lets more than a limit of rows pile up is cut off with an error, because
 * it must not hold up everybody else. Thread-safe; one thread reads.
 */
public final class Subscription implements AutoCloseable {
  /** Rows that may wait for the reader. */
  public static final long MOST_WAITING_ROWS = 4_000_000;

  private static final int CHUNK_ROWS = 1024;

  /**
   * Changes of a relation.
   *
   * @param epoch in which they happened; a snapshot has the epoch as of which it was taken
   * @param rows values as {@link RelationRows} has them
   * @param weights +n: the row was added n times; −n: taken away
   * @param complete whether these are the last ones of the epoch, or of the snapshot
   */
  public record EpochChanges(long epoch, List<Object[]> rows, long[] weights, boolean complete) {}

  private record Waiting(long epoch, ChangeBatch batch) {}

  private final long id;
  private final long relationId;
  private final RowType rowType;
  private final Runnable whenClosed;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final ArrayDeque<RelationRows> snapshot = new ArrayDeque<>();
  private long snapshotEpoch;
  private boolean snapshotOpen;
  private long visibleEpoch;
  private long waitingRows;
  private MillraceException error;
  private boolean closed;

  /**
   * @param rowType of the relation
   * @param whenClosed run once, when the reader closes it
   */
  public Subscription(long id, long relationId, RowType rowType, Runnable whenClosed) {
    this.id = id;
    this.relationId = relationId;
    this.rowType = rowType;
    this.whenClosed = whenClosed;
  }

  public long id() {
    return id;
  }

  public long relationId() {
    return relationId;
  }

  public RowType rowType() {
    return rowType;
  }

  /** The ways from the workers to here. */
  public List<Edge> edges(int workers) {
    return IntStream.range(0, workers)
        .<Edge>mapToObj(worker -> new SubscriptionEdge(this))
        .toList();
  }

  /**
   * The next changes, or null if there are none within the time. Throws what ended the
   * subscription, if something did.
   */
  public EpochChanges next(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Waiting next;
      boolean complete;
      synchronized (this) {
        while (!snapshotOpen && !hasVisible()) {
          if (error != null) {
            throw error;
          }
          if (closed) {
            throw new MillraceException(ErrorCode.CANCELLED, "The subscription is closed.");
          }
          long millis = (deadline - System.nanoTime() + 999_999) / 1_000_000;
          if (millis <= 0) {
            return null;
          }
          await(millis);
        }
        if (snapshotOpen) {
          return snapshotChunk();
        }
        next = waiting.remove();
        waitingRows -= next.batch().rowCount();
        complete = waiting.isEmpty() || waiting.peek().epoch() != next.epoch();
      }
      try {
        return changes(next, complete);
      } finally {
        next.batch().release();
      }
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private synchronized void await(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "The reader was interrupted.", e);
    }
  }

  private boolean hasVisible() {
    return !waiting.isEmpty() && waiting.peek().epoch() <= visibleEpoch;
  }

  private EpochChanges snapshotChunk() {
    List<Object[]> rows = new ArrayList<>();
    while (!snapshot.isEmpty() && rows.size() < CHUNK_ROWS) {
      RelationRows shard = snapshot.peek();
      if (shard.next()) {
        rows.add(shard.row());
      } else {
        shard.close();
        snapshot.remove();
      }
    }
    snapshotOpen = !snapshot.isEmpty();
    long[] weights = new long[rows.size()];
    java.util.Arrays.fill(weights, 1);
    return new EpochChanges(snapshotEpoch, rows, weights, !snapshotOpen);
  }

  private EpochChanges changes(Waiting next, boolean complete) {
    ChangeBatch batch = next.batch();
    List<Object[]> rows = new ArrayList<>(batch.rowCount());
    long[] weights = new long[batch.rowCount()];
    for (int row = 0; row < weights.length; row++) {
      Object[] values = new Object[rowType.size()];
      for (int column = 0; column < values.length; column++) {
        values[column] = VectorValues.get(batch.column(column), rowType.type(column), row);
      }
      rows.add(values);
      weights[row] = batch.weight(row);
    }
    return new EpochChanges(next.epoch(), rows, weights, complete);
  }

  /**
   * It begins after an epoch, with the content as of it.
   *
   * @param shards of the content; empty for none
   */
  public synchronized void begin(long epoch, List<RelationRows> shards) {
    if (closed) {
      shards.forEach(RelationRows::close);
      return;
    }
    visibleEpoch = epoch;
    snapshotEpoch = epoch;
    snapshot.addAll(shards);
    snapshotOpen = !shards.isEmpty();
    notifyAll();
  }

  /** An epoch is complete. */
  public synchronized void completed(long epoch) {
    if (error != null) {
      return; // what comes after may have gaps
    }
    visibleEpoch = epoch;
    if (hasVisible()) {
      notifyAll();
    }
  }

  /** Ends it with an error for the reader, who still gets what was visible before. */
  public synchronized void fail(MillraceException cause) {
    if (error == null) {
      error = cause;
      notifyAll();
    }
  }

  /** Whether rows may be added; the first refusal cuts the reader off. */
  synchronized boolean reserve(int rows) {
    if (closed || error != null) {
      return false;
    }
    if (waitingRows + rows > MOST_WAITING_ROWS) {
      fail(
          new MillraceException(
              ErrorCode.LIMIT_EXCEEDED,
              "The subscriber is too slow: more than "
                  + MOST_WAITING_ROWS
                  + " rows of changes wait for it."));
      return false;
    }
    waitingRows += rows;
    return true;
  }

  /** Adds changes of an epoch, which becomes visible later; their references go along. */
  synchronized void add(long epoch, List<ChangeBatch> batches) {
    for (ChangeBatch batch : batches) {
      if (closed) {
        batch.release();
      } else {
        waiting.add(new Waiting(epoch, batch));
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.forEach(entry -> entry.batch().release());
      waiting.clear();
      snapshot.forEach(RelationRows::close);
      snapshot.clear();
      snapshotOpen = false;
      notifyAll();
    }
    whenClosed.run();
  }
}
