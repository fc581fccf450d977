package io.millrace.executor.operator.rank;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.Weights;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.SortedRowCodec;
import io.millrace.executor.state.KeyBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Numbers the rows of each partition and puts out those whose number is in a range. All rows are
 * kept, sorted; before the first change of a partition in an epoch its range is read, at the end of
 * the epoch again, and what differs is put out. Where nothing is ever taken back, rows behind the
 * range are not kept.
 */
public final class RankOperator implements Operator {
  /** Rows added to a partition before those behind its range are looked for and dropped. */
  private static final int MOST_SURPLUS = 4096;

  private final ExecNode.Rank node;
  private final OperatorContext context;
  private final KeyBatch keys;
  private final SortedRowCodec codec;
  private final SortedRows rows;
  private final RankChanges changes;

  /** The partitions that this epoch has changes of, by their bytes. */
  private final Map<ByteBuffer, Partition> touched = new HashMap<>();

  private static final class Partition {
    /** What was in the range before the epoch. */
    private final List<RankedRow> before;

    private byte[] limit;
    private boolean changed;
    private long added;

    Partition(SortedRows.Range range) {
      this.before = range.rows();
      this.limit = range.limit();
    }
  }

  private RankOperator(ExecNode.Rank node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.context = context;
    List<DataType> keyTypes = node.partitionKeys().stream().map(inputType::type).toList();
    this.keys = new KeyBatch(keyTypes);
    this.codec = new SortedRowCodec(node, inputType);
    this.rows =
        new SortedRows(
            node, codec, context.state().ordered("rows", SortedRows.redistribution(node)));
    this.changes = new RankChanges(node);
  }

  public static OperatorFactory factory(ExecNode.Rank node, RowType inputType) {
    if (node.closing() != null) {
      return ClosingRankOperator.factory(node, inputType);
    }
    return TopRowsOperator.fits(node)
        ? TopRowsOperator.factory(node, inputType)
        : context -> new RankOperator(node, inputType, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    keys.load(batch, node.partitionKeys());
    for (int i = 0; i < batch.rowCount(); i++) {
      int partitionLength = codec.write(keys.hash(i), batch, i);
      add(partitionLength, batch.weight(i));
    }
  }

  private void add(int partitionLength, long weight) {
    byte[] bytes = codec.bytes();
    int length = codec.length();
    Partition partition = touched.get(ByteBuffer.wrap(bytes, 0, partitionLength));
    if (partition == null) {
      byte[] key = Arrays.copyOf(bytes, partitionLength);
      partition = new Partition(rows.read(key, null));
      touched.put(ByteBuffer.wrap(key), partition);
    }
    if (rows.isBehind(bytes, length, partition.limit, node.inputAppendOnly())) {
      if (node.inputAppendOnly()) {
        return;
      }
    } else {
      partition.changed = true;
    }
    rows.add(bytes, length, weight);
    partition.added += weight;
    if (node.inputAppendOnly() && partition.added - MOST_SURPLUS > node.to()) {
      partition.limit = dropSurplus(Arrays.copyOf(bytes, partitionLength)).limit();
      partition.added = 0;
    }
  }

  private SortedRows.Range dropSurplus(byte[] partition) {
    List<RankedRow> surplus = new ArrayList<>();
    SortedRows.Range range = rows.read(partition, surplus);
    rows.drop(surplus);
    return range;
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    if (rows.negatives() != 0) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          context.name()
              + ": more rows were taken back than had come, of "
              + rows.negatives()
              + " different rows");
    }
    Iterator<Map.Entry<ByteBuffer, Partition>> next = touched.entrySet().iterator();
    while (next.hasNext() && changes.deletions().size() < OperatorContext.BATCH_ROWS) {
      Map.Entry<ByteBuffer, Partition> entry = next.next();
      if (entry.getValue().changed) {
        byte[] partition = entry.getKey().array();
        SortedRows.Range range =
            node.inputAppendOnly() ? dropSurplus(partition) : rows.read(partition, null);
        changes.compare(entry.getValue().before, range.rows());
      }
      next.remove();
    }
    if (!changes.deletions().isEmpty()) {
      output.emit(batch(changes.deletions()));
    } else if (!changes.insertions().isEmpty()) {
      output.emit(batch(changes.insertions()));
    }
    return touched.isEmpty() && changes.deletions().isEmpty() && changes.insertions().isEmpty();
  }

  /** As many rows as go into a batch. */
  private ChangeBatch batch(Deque<RankedRow> from) {
    int count = Math.min(from.size(), OperatorContext.BATCH_ROWS);
    FieldVector[] columns = ArrowTypes.newVectors(node.rowType(), context.allocator());
    for (FieldVector column : columns) {
      column.setInitialCapacity(count);
      column.allocateNew();
    }
    long[] weights = new long[count];
    int rank = columns.length - 1;
    for (int i = 0; i < count; i++) {
      RankedRow row = from.remove();
      codec.read(row.bytes(), columns, i);
      if (node.rankProjected()) {
        ((BigIntVector) columns[rank]).set(i, row.rank());
      }
      weights[i] = row.count();
    }
    for (FieldVector column : columns) {
      column.setValueCount(count);
    }
    return ChangeBatch.of(
        node.rowType(), columns, Weights.vector(weights, count, context.allocator()), count);
  }

  @Override
  public void close() {
    touched.clear();
  }
}
