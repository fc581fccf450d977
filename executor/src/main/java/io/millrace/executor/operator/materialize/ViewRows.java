package io.millrace.executor.operator.materialize;

import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.state.RecordSnapshot;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** All rows of a snapshot, decoded one by one on the reader's thread. */
final class ViewRows implements RelationRows {
  private final ViewShape shape;
  private final RecordSnapshot snapshot;
  private final RecordSnapshot.Cursor cursor;

  /** For each requested column its place in the key, or -1 - its place among the others. */
  private final int[] places;

  private final boolean needsKey;
  private final BufferAllocator allocator;
  private final FieldVector[] key;
  private Object[] values;
  private long repeats;
  private boolean closed;

  ViewRows(ViewShape shape, List<Integer> columns, RecordSnapshot snapshot) {
    this.shape = shape;
    this.snapshot = snapshot;
    this.cursor = snapshot.cursor();
    this.places = places(shape, columns);
    boolean anyKey = false;
    for (int place : places) {
      anyKey |= place >= 0;
    }
    this.needsKey = anyKey;
    this.allocator = new RootAllocator();
    this.key = anyKey ? ArrowTypes.newVectors(shape.keyType(), allocator) : new FieldVector[0];
    for (FieldVector vector : key) {
      vector.setInitialCapacity(1);
      vector.allocateNew();
    }
  }

  static int[] places(ViewShape shape, List<Integer> columns) {
    int[] places = new int[columns.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = shape.key().indexOf(columns.get(i));
      for (int v = 0; v < shape.values().count() && places[i] < 0; v++) {
        if (shape.values().column(v) == columns.get(i)) {
          places[i] = -1 - v;
          break;
        }
      }
    }
    return places;
  }

  @Override
  public boolean next() {
    if (repeats > 0) {
      repeats--;
      return true;
    }
    if (closed || !cursor.next()) {
      return false;
    }
    repeats = shape.bag() ? cursor.words()[cursor.offset() + ViewShape.COUNT] - 1 : 0;
    if (needsKey) {
      for (FieldVector vector : key) {
        vector.reset();
      }
      cursor.decodeKey(key, 0);
    }
    values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      values[i] =
          place >= 0
              ? VectorValues.get(key[place], shape.rowType().type(shape.key().get(place)), 0)
              : RowDecoder.toObject(
                  shape.values(), -1 - place, cursor.words(), cursor.offset(), cursor::bytes);
    }
    return true;
  }

  @Override
  public Object[] row() {
    return values.clone();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      cursor.close();
      snapshot.close();
      for (FieldVector vector : key) {
        vector.close();
      }
      allocator.close();
    }
  }
}
