package io.millrace.executor.task;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.log.LogEntry;
import io.millrace.executor.log.RowCodec;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.operator.OperatorContext;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Brings the durable writes to one table into the dataflow, on worker 0; on others it only passes
 * barriers. A barrier is passed when everything before its place in the table log is through.
 */
public final class TableLogTask extends Task {
  private final TableFeed feed;
  private final RowCodec codec;
  private final BatchBuilder builder;
  private final RelationMetrics metrics;
  private final RelationOutput output = new RelationOutput();
  private Barrier barrier;
  private long limit;

  /** The write that is being brought in, and its next row; null for none. */
  private RowCodec.WeightedRows entry;

  private int nextRow;
  private long takenUpTo;

  /**
   * @param feed null on workers other than 0
   */
  public TableLogTask(
      TaskHost host,
      long relationId,
      String name,
      RowType rowType,
      TableFeed feed,
      BufferAllocator allocator,
      RelationMetrics metrics) {
    super(host, relationId, name);
    this.feed = feed;
    this.codec = new RowCodec(rowType);
    this.builder = new BatchBuilder(rowType, allocator);
    this.metrics = metrics;
    output.bindProducer(this::schedule);
    if (feed != null) {
      feed.bindConsumer(() -> host.wake(this));
    }
  }

  public RelationOutput output() {
    return output;
  }

  /**
   * The worker hands in the barrier.
   *
   * @param logPosition its place in the table log
   */
  public void inject(Barrier next, long logPosition) {
    barrier = next;
    limit = logPosition;
    schedule();
  }

  /** The position in the table log up to which this table's writes were taken. */
  public long takenUpTo() {
    return takenUpTo;
  }

  @Override
  protected boolean hasRoom() {
    return output.hasRoom();
  }

  @Override
  protected boolean step() {
    if (entry == null && feed != null) {
      LogEntry next = feed.poll(barrier == null ? Long.MAX_VALUE : limit);
      if (next != null) {
        takenUpTo = next.end();
        entry = codec.decode(next.payload());
        nextRow = 0;
      }
    }
    if (entry != null) {
      emit();
      return true;
    }
    if (barrier != null) {
      Barrier passing = barrier;
      barrier = null;
      output.barrier(passing);
      passed(passing);
      return true;
    }
    return false;
  }

  private void emit() {
    int end = Math.min(nextRow + OperatorContext.BATCH_ROWS, entry.rows().size());
    while (nextRow < end) {
      builder.add(entry.rows().get(nextRow), entry.weights()[nextRow]);
      nextRow++;
    }
    if (builder.size() > 0) {
      metrics.rows(builder.size());
      host().dataArrived(builder.size());
      output.emit(builder.build());
    }
    if (nextRow == entry.rows().size()) {
      entry = null;
    }
  }

  @Override
  protected void release() {
    builder.close();
  }
}
