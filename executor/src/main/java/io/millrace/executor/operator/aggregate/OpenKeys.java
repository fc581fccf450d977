package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.rank.SortedRowCodec;
import io.millrace.executor.operator.watermark.PastTimes;
import io.millrace.executor.operator.watermark.TimeIndex;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** Keys of records that are not past, in the order of one of their columns, a time. */
final class OpenKeys {
  private final RowType keyType;
  private final List<Integer> keyColumns;
  private final int timeColumn;
  private final OperatorContext context;
  private final SortedRowCodec codec;
  private final TimeIndex index;

  /**
   * @param keyColumns where the key's columns are in batches
   * @param time its column is one of them, by its number in batches
   * @param table the name of the state table
   */
  OpenKeys(
      RowType inputType,
      List<Integer> keyColumns,
      EventTime time,
      OperatorContext context,
      String table) {
    this.keyType = inputType.project(keyColumns);
    this.keyColumns = List.copyOf(keyColumns);
    this.timeColumn = time.column();
    this.context = context;
    this.codec = new SortedRowCodec(List.of(), List.of(), keyType);
    this.index = new TimeIndex(context.state().ordered(table));
  }

  /** Adds the key of a row. */
  void add(ChangeBatch batch, int row) {
    FieldVector[] columns = new FieldVector[keyColumns.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(keyColumns.get(i));
    }
    codec.write(0, ChangeBatch.of(keyType, columns, null, batch.rowCount()), row);
    index.add(PastTimes.of(batch, timeColumn, row), codec.bytes(), codec.length());
  }

  /**
   * Takes out the first keys that are past.
   *
   * @return for the caller to release; null if none is
   */
  ChangeBatch past(long upTo, int most) {
    List<TimeIndex.Entry> entries = index.past(upTo, most);
    if (entries.isEmpty()) {
      return null;
    }
    FieldVector[] columns = ArrowTypes.newVectors(keyType, context.allocator());
    for (FieldVector column : columns) {
      column.setInitialCapacity(entries.size());
      column.allocateNew();
    }
    for (int i = 0; i < entries.size(); i++) {
      codec.read(entries.get(i).key(), 0, columns, i);
      index.remove(entries.get(i));
    }
    for (FieldVector column : columns) {
      column.setValueCount(entries.size());
    }
    return ChangeBatch.of(keyType, columns, null, entries.size());
  }
}
