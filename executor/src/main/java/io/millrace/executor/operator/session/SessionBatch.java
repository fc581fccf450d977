package io.millrace.executor.operator.session;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorWords;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/** Rows with their windows, on their way out. */
final class SessionBatch implements AutoCloseable {
  private final ExecNode.SessionWindow node;
  private final TimedRowCodec codec;
  private final OperatorContext context;
  private final int inputColumns;
  private final long[] weights = new long[OperatorContext.BATCH_ROWS];

  /** Null while there is no row. */
  private FieldVector[] columns;

  /** The same by the number of the input's column. */
  private FieldVector[] byInput;

  private boolean weighted;
  private int size;

  SessionBatch(
      ExecNode.SessionWindow node,
      RowType inputType,
      TimedRowCodec codec,
      OperatorContext context) {
    this.node = node;
    this.codec = codec;
    this.context = context;
    this.inputColumns = inputType.size();
  }

  /** Whether there is no room for two more rows. */
  boolean isFull() {
    return size > weights.length - 2;
  }

  /** Adds a row, unless the weight is 0. */
  void add(byte[] bytes, int start, Session window, long weight) {
    if (weight != 0) {
      open();
      codec.read(bytes, start, byInput, size);
      addWindow(window, weight);
    }
  }

  /** Adds a row of which nothing but the partition is wanted, unless the weight is 0. */
  void add(byte[] partition, Session window, long weight) {
    if (weight != 0) {
      open();
      codec.readPartition(partition, byInput, size);
      addWindow(window, weight);
    }
  }

  private void open() {
    if (columns != null) {
      return;
    }
    columns = ArrowTypes.newVectors(node.rowType(), context.allocator());
    byInput = new FieldVector[inputColumns];
    for (int i = 0; i < columns.length; i++) {
      columns[i].setInitialCapacity(weights.length);
      columns[i].allocateNew();
      if (i < node.columns().size()) {
        byInput[node.columns().get(i)] = columns[i];
      }
    }
  }

  private void addWindow(Session window, long weight) {
    writeTime(columns.length - 2, window.first());
    writeTime(columns.length - 1, Session.shift(window.last(), node.gap()));
    weights[size++] = weight;
    weighted |= weight != 1;
  }

  private void writeTime(int column, long time) {
    VectorWords.write(columns[column], node.rowType().type(column), size, time, 0);
  }

  /** Sends the rows on, if there are any. */
  void emit(Output output) {
    if (columns == null) {
      return;
    }
    for (FieldVector column : columns) {
      column.setValueCount(size);
    }
    BigIntVector vector = null;
    if (weighted) {
      vector = new BigIntVector("weight", context.allocator());
      vector.allocateNew(size);
      for (int i = 0; i < size; i++) {
        vector.set(i, weights[i]);
      }
      vector.setValueCount(size);
    }
    ChangeBatch batch = ChangeBatch.of(node.rowType(), columns, vector, size);
    columns = null;
    byInput = null;
    weighted = false;
    size = 0;
    output.emit(batch);
  }

  /** Frees rows that were not sent on. */
  @Override
  public void close() {
    if (columns != null) {
      for (FieldVector column : columns) {
        column.close();
      }
      columns = null;
    }
  }
}
