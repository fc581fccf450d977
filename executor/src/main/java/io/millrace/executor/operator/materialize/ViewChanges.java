package io.millrace.executor.operator.materialize;

import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.operator.record.TouchedRecords;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/** The net changes of the records of one chunk, collected and then made a batch. */
final class ViewChanges {
  private static final int CHUNK = TouchedRecords.CHUNK;

  private final ViewShape shape;
  private final RecordView before;
  private final RecordView after;

  /** The record of each change; those before the epoch by number, those after it CHUNK more. */
  private final int[] records = new int[2 * CHUNK];

  private final int[] keyRows = new int[2 * CHUNK];
  private final long[] weights = new long[2 * CHUNK];
  private int count;

  ViewChanges(ViewShape shape, RecordView before, RecordView after) {
    this.shape = shape;
    this.before = before;
    this.after = after;
  }

  /** Adds what has changed in one record. */
  void add(int record) {
    long[] oldPage = before.pages[record];
    int old = before.offsets[record];
    long[] newPage = after.pages[record];
    int now = after.offsets[record];
    if (shape.bag()) {
      long weight = newPage[now + ViewShape.COUNT] - oldPage[old + ViewShape.COUNT];
      if (weight != 0) {
        put(CHUNK + record, record, weight);
      }
      return;
    }
    boolean existed = (oldPage[old] & ValueColumns.PRESENT) != 0;
    boolean exists = (newPage[now] & ValueColumns.PRESENT) != 0;
    if (existed && exists && isSame(record, oldPage, old, newPage, now)) {
      return;
    }
    if (existed) {
      put(record, record, -1);
    }
    if (exists) {
      put(CHUNK + record, record, 1);
    }
  }

  private void put(int image, int record, long weight) {
    records[count] = image;
    keyRows[count] = record;
    weights[count++] = weight;
  }

  private boolean isSame(int record, long[] oldPage, int old, long[] newPage, int now) {
    ValueColumns values = shape.values();
    if (((oldPage[old] ^ newPage[now]) & ~ValueColumns.TOUCHED) != 0) {
      return false;
    }
    for (int word = 1; word < values.headerWords(); word++) {
      if (oldPage[old + word] != newPage[now + word]) {
        return false;
      }
    }
    for (int v = 0; v < values.count(); v++) {
      int word = values.word(v);
      boolean same =
          values.isBytes(v)
              ? Arrays.equals(before.bytes(record, word), after.bytes(record, word))
              : oldPage[old + word] == newPage[now + word]
                  && (!values.isWide(v) || oldPage[old + word + 1] == newPage[now + word + 1]);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** The changes added, as a batch for the caller; null if there are none. Begins anew. */
  ChangeBatch take(FieldVector[] keys, BufferAllocator allocator) {
    if (count == 0) {
      return null;
    }
    FieldVector[] columns = new FieldVector[shape.rowType().size()];
    for (int i = 0; i < keys.length; i++) {
      columns[shape.key().get(i)] = VectorGather.gather(keys[i], keyRows, count, allocator);
    }
    ValueColumns values = shape.values();
    for (int v = 0; v < values.count(); v++) {
      columns[values.column(v)] = column(v, allocator);
    }
    BigIntVector weightVector = weights(allocator);
    ChangeBatch batch = ChangeBatch.of(shape.rowType(), columns, weightVector, count);
    count = 0;
    return batch;
  }

  private FieldVector column(int value, BufferAllocator allocator) {
    FieldVector vector =
        ArrowTypes.newVector(shape.rowType().column(shape.values().column(value)), allocator);
    vector.setInitialCapacity(count);
    vector.allocateNew();
    for (int i = 0; i < count; i++) {
      RecordView view = records[i] < CHUNK ? before : after;
      int record = keyRows[i];
      RowDecoder.toVector(
          shape.values(),
          value,
          view.pages[record],
          view.offsets[record],
          word -> view.bytes(record, word),
          vector,
          i);
    }
    vector.setValueCount(count);
    return vector;
  }

  private BigIntVector weights(BufferAllocator allocator) {
    boolean insertsOnly = true;
    for (int i = 0; i < count; i++) {
      insertsOnly &= weights[i] == 1;
    }
    if (insertsOnly) {
      return null;
    }
    BigIntVector vector = new BigIntVector("weight", allocator);
    vector.allocateNew(count);
    for (int i = 0; i < count; i++) {
      vector.set(i, weights[i]);
    }
    vector.setValueCount(count);
    return vector;
  }
}
