package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.packed.SortedRowCodec;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Rows, or some of their columns, that are not past, in the order of one of their columns, a time.
 */
public final class OpenRows {
  private final RowType openType;
  private final List<Integer> columns;
  private final int timeColumn;
  private final OperatorContext context;
  private final SortedRowCodec codec;
  private final TimeIndex index;

  /**
   * @param columns which of a batch's columns are held
   * @param keys the columns that the operator's input is exchanged by
   * @param time its column is one of them, by its number in batches
   * @param table the name of the state table
   */
  public OpenRows(
      RowType inputType,
      List<Integer> columns,
      List<Integer> keys,
      EventTime time,
      OperatorContext context,
      String table) {
    this.openType = inputType.project(columns);
    this.columns = List.copyOf(columns);
    this.timeColumn = time.column();
    this.context = context;
    this.codec = new SortedRowCodec(List.of(), List.of(), openType);
    this.index = new TimeIndex(context.state().ordered(table, TimeIndex.redistribution(keys)));
  }

  /**
   * Adds a row.
   *
   * @param hash of its keys
   */
  public void add(int hash, ChangeBatch batch, int row) {
    FieldVector[] held = new FieldVector[columns.size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = batch.column(columns.get(i));
    }
    codec.write(hash, ChangeBatch.of(openType, held, null, batch.rowCount()), row);
    index.add(PastTimes.of(batch, timeColumn, row), codec.bytes(), codec.length());
  }

  /**
   * Takes out the first rows that are past, each once, however often it was added.
   *
   * @return for the caller to release; null if none is
   */
  public ChangeBatch past(long upTo, int most) {
    List<TimeIndex.Entry> entries = index.past(upTo, most);
    return entries.isEmpty() ? null : take(entries, null);
  }

  /** As {@link #past}, as changes that take each row back as often as it was added. */
  public ChangeBatch gone(long upTo, int most) {
    List<TimeIndex.Entry> entries = index.past(upTo, most);
    if (entries.isEmpty()) {
      return null;
    }
    BigIntVector weights = new BigIntVector("weight", context.allocator());
    weights.allocateNew(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      weights.set(i, -entries.get(i).times());
    }
    weights.setValueCount(entries.size());
    return take(entries, weights);
  }

  private ChangeBatch take(List<TimeIndex.Entry> entries, BigIntVector weights) {
    FieldVector[] taken = ArrowTypes.newVectors(openType, context.allocator());
    for (FieldVector column : taken) {
      column.setInitialCapacity(entries.size());
      column.allocateNew();
    }
    for (int i = 0; i < entries.size(); i++) {
      codec.read(entries.get(i).key(), 0, taken, i);
      index.remove(entries.get(i));
    }
    for (FieldVector column : taken) {
      column.setValueCount(entries.size());
    }
    return ChangeBatch.of(openType, taken, weights, entries.size());
  }
}
