package io.millrace.executor.task;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.element.Rows;
import io.millrace.executor.element.StreamElement;
import io.millrace.executor.exchange.LocalChannel;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Input from a relation on the same worker. While the relation's earlier content is read, later
 * changes are held back in their order, but barriers pass; when too much is held back, the relation
 * has to wait.
 */
public final class ScanPort implements InputPort {
  private static final long MOST_HELD_BYTES = 64L << 20;
  private static final long RETRY_NANOS = 2_000_000;

  private final Task task;
  private final long relationId;
  private final List<Integer> columns;
  private final RowType rowType;
  private final LocalChannel live = new LocalChannel();
  private final ArrayDeque<Rows> held = new ArrayDeque<>();
  private long heldBytes;
  private Backfill backfill;
  private Runnable whenDone;

  /**
   * @param task whose port it is
   * @param relationId which is read
   * @param columns of the relation
   * @param rowType of those columns
   */
  ScanPort(Task task, long relationId, List<Integer> columns, RowType rowType) {
    this.task = task;
    this.relationId = relationId;
    this.columns = columns;
    this.rowType = rowType;
    live.bindConsumer(task::schedule);
  }

  /** The relation that is read. */
  public long relationId() {
    return relationId;
  }

  /** Leads to this port; the reader is the port's own relation. */
  public Edge edge() {
    return new ScanEdge(task.relationId(), this);
  }

  List<Integer> columns() {
    return columns;
  }

  RowType rowType() {
    return rowType;
  }

  LocalChannel live() {
    return live;
  }

  /**
   * Puts earlier content before what comes through the channel.
   *
   * @param whenDone run when all of it was polled or given up
   */
  void begin(Backfill earlier, Runnable whenDone) {
    this.backfill = earlier;
    this.whenDone = whenDone;
    task.schedule();
  }

  @Override
  public StreamElement poll() {
    if (backfill != null) {
      return pollBoth();
    }
    Rows next = held.poll();
    return next == null ? live.poll() : next;
  }

  private StreamElement pollBoth() {
    while (heldBytes < MOST_HELD_BYTES) {
      StreamElement element = live.poll();
      if (element instanceof Barrier barrier) {
        // Rows of any time are still to come.
        return barrier.withWatermark(Barrier.NO_WATERMARK);
      }
      if (element == null) {
        break;
      }
      held.add((Rows) element);
      heldBytes += held.peekLast().batch().retainedSizeInBytes();
    }
    ChangeBatch batch = backfill.poll();
    if (backfill.isFinished()) {
      giveUp();
    } else if (batch == null) {
      task.scheduleAfter(RETRY_NANOS);
    }
    if (batch != null) {
      return new Rows(batch);
    }
    return backfill == null ? poll() : null;
  }

  /** Frees the reader of the earlier content; what was held back comes next. */
  void giveUp() {
    if (backfill != null) {
      backfill.close();
      backfill = null;
      heldBytes = 0;
      whenDone.run();
    }
  }

  @Override
  public void close() {
    giveUp();
    for (StreamElement element = poll(); element != null; element = poll()) {
      if (element instanceof Rows rows) {
        rows.batch().release();
      }
    }
  }
}
