package io.millrace.executor.operator.rank;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.SortedRowCodec;
import io.millrace.executor.operator.watermark.PastTimes;
import io.millrace.executor.operator.watermark.TimeIndex;
import io.millrace.executor.state.KeyBatch;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Numbers the rows of each partition when its time is past at the watermark, puts out those whose
 * number is in a range, once, and forgets the partition. Rows only come, and none for a partition
 * that was put out: a filter before it keeps late rows away. So rows behind the range are not kept
 * beyond their epoch.
 */
final class ClosingRankOperator implements Operator {
  /** Rows added to a partition before those behind its range are dropped within an epoch. */
  private static final int MOST_SURPLUS = 4096;

  private final ExecNode.Rank node;
  private final OperatorContext context;
  private final TimestampUnit unit;
  private final KeyBatch keys;
  private final SortedRowCodec codec;
  private final SortedRows rows;

  /** Partitions by their times, each as often as there were epochs with rows of it. */
  private final TimeIndex open;

  /** The partitions that rows of this epoch were added to, by their bytes. */
  private final Map<ByteBuffer, Partition> touched = new HashMap<>();

  /** Rows of closed partitions that are not put out yet. */
  private final ArrayDeque<RankedRow> closed = new ArrayDeque<>();

  private long watermark = Barrier.NO_WATERMARK;

  private static final class Partition {
    /** Where its range is full, as {@link SortedRows.Range#limit}. */
    private byte[] limit;

    private long added;
  }

  private ClosingRankOperator(ExecNode.Rank node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.unit = TimestampUnit.of(inputType.type(node.closing().column()));
    this.keys = new KeyBatch(node.partitionKeys().stream().map(inputType::type).toList());
    this.codec = new SortedRowCodec(node, inputType);
    this.rows =
        new SortedRows(
            node, codec, context.state().ordered("rows", SortedRows.redistribution(node)));
    this.open =
        new TimeIndex(
            context.state().ordered("open", TimeIndex.redistribution(node.partitionKeys())));
  }

  /**
   * @param node with a time, one of the partition's columns, by which partitions are closed
   */
  static OperatorFactory factory(ExecNode.Rank node, RowType inputType) {
    return context -> new ClosingRankOperator(node, inputType, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    keys.load(batch, node.partitionKeys());
    for (int i = 0; i < batch.rowCount(); i++) {
      int partitionLength = codec.write(keys.hash(i), batch, i);
      byte[] bytes = codec.bytes();
      Partition partition = touched.get(ByteBuffer.wrap(bytes, 0, partitionLength));
      if (partition == null) {
        byte[] key = Arrays.copyOf(bytes, partitionLength);
        partition = new Partition();
        partition.limit = rows.read(key, null).limit();
        touched.put(ByteBuffer.wrap(key), partition);
        open.add(PastTimes.of(batch, node.closing().column(), i), key, key.length);
      }
      add(partition, partitionLength, batch.weight(i));
    }
  }

  private void add(Partition partition, int partitionLength, long weight) {
    byte[] bytes = codec.bytes();
    int length = codec.length();
    if (rows.isBehind(bytes, length, partition.limit, true)) {
      return;
    }
    rows.add(bytes, length, weight);
    partition.added += weight;
    if (partition.added - MOST_SURPLUS > node.to()) {
      partition.limit = dropSurplus(Arrays.copyOf(bytes, partitionLength));
      partition.added = 0;
    }
  }

  /** Drops what is behind the range of a partition; where the range is full. */
  private byte[] dropSurplus(byte[] partition) {
    List<RankedRow> surplus = new ArrayList<>();
    SortedRows.Range range = rows.read(partition, surplus);
    rows.drop(surplus);
    return range.limit();
  }

  @Override
  public void advance(long newWatermark) {
    watermark = newWatermark;
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    if (node.to() != Long.MAX_VALUE) {
      touched.forEach(
          (key, partition) -> {
            if (partition.added > 0) {
              dropSurplus(key.array());
            }
          });
    }
    touched.clear();
    boolean more = true;
    while (more && closed.size() < OperatorContext.BATCH_ROWS) {
      more = closeNext();
    }
    if (closed.isEmpty()) {
      return true;
    }
    output.emit(batch());
    return false;
  }

  /** Takes out the next partition whose time is past; false if there is none. */
  private boolean closeNext() {
    List<TimeIndex.Entry> past =
        open.past(PastTimes.upTo(watermark, node.closing().delay(), unit), 1);
    if (past.isEmpty()) {
      return false;
    }
    byte[] partition = past.get(0).key();
    closed.addAll(rows.read(partition, null).rows());
    rows.clear(partition);
    open.remove(past.get(0));
    return true;
  }

  /** As many rows as go into a batch; equal rows come one by one. */
  private ChangeBatch batch() {
    FieldVector[] columns = ArrowTypes.newVectors(node.rowType(), context.allocator());
    for (FieldVector column : columns) {
      column.setInitialCapacity(OperatorContext.BATCH_ROWS);
      column.allocateNew();
    }
    int count = 0;
    while (count < OperatorContext.BATCH_ROWS && !closed.isEmpty()) {
      RankedRow row = closed.remove();
      codec.read(row.bytes(), columns, count);
      if (node.rankProjected()) {
        ((BigIntVector) columns[columns.length - 1]).set(count, row.rank());
      }
      count++;
      if (row.count() > 1) {
        long next = row.rank() + (node.function() == RankFunction.ROW_NUMBER ? 1 : 0);
        closed.addFirst(new RankedRow(row.bytes(), next, row.count() - 1));
      }
    }
    for (FieldVector column : columns) {
      column.setValueCount(count);
    }
    return ChangeBatch.of(node.rowType(), columns, null, count);
  }

  @Override
  public void close() {
    touched.clear();
    closed.clear();
  }
}
