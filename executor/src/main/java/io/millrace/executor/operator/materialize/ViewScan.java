package io.millrace.executor.operator.materialize;

import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.ContentScan;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.RecordSnapshot;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/** All rows of a snapshot as batches of insertions. */
final class ViewScan implements ContentScan {
  private final ViewShape shape;
  private final RecordSnapshot snapshot;
  private final RecordSnapshot.Cursor cursor;
  private final BufferAllocator allocator;
  private boolean more;

  ViewScan(ViewShape shape, RecordSnapshot snapshot, BufferAllocator allocator) {
    this.shape = shape;
    this.snapshot = snapshot;
    this.cursor = snapshot.cursor();
    this.allocator = allocator;
    this.more = cursor.next();
  }

  @Override
  public boolean emit(Output output) {
    if (!more) {
      return true;
    }
    FieldVector[] columns = ArrowTypes.newVectors(shape.rowType(), allocator);
    for (FieldVector column : columns) {
      column.setInitialCapacity(OperatorContext.BATCH_ROWS);
      column.allocateNew();
    }
    BigIntVector weights = null;
    if (shape.bag()) {
      weights = new BigIntVector("weight", allocator);
      weights.allocateNew(OperatorContext.BATCH_ROWS);
    }
    int rows = fill(columns, weights);
    for (FieldVector column : columns) {
      column.setValueCount(rows);
    }
    if (weights != null) {
      weights.setValueCount(rows);
    }
    output.emit(ChangeBatch.of(shape.rowType(), columns, weights, rows));
    return !more;
  }

  private int fill(FieldVector[] columns, BigIntVector weights) {
    FieldVector[] key = new FieldVector[shape.key().size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = columns[shape.key().get(i)];
    }
    ValueColumns values = shape.values();
    int rows = 0;
    while (more && rows < OperatorContext.BATCH_ROWS) {
      cursor.decodeKey(key, rows);
      if (weights != null) {
        weights.set(rows, cursor.words()[cursor.offset() + ViewShape.COUNT]);
      }
      for (int v = 0; v < values.count(); v++) {
        RowDecoder.toVector(
            values,
            v,
            cursor.words(),
            cursor.offset(),
            cursor::bytes,
            columns[values.column(v)],
            rows);
      }
      rows++;
      more = cursor.next();
    }
    return rows;
  }

  @Override
  public void close() {
    cursor.close();
    snapshot.close();
  }
}
