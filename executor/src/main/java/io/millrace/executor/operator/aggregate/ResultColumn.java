package io.millrace.executor.operator.aggregate;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.VectorWords;
import io.millrace.executor.operator.record.TouchedRecords;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * The results of one aggregate for the groups of a chunk: row {@code g} holds the one before the
 * epoch, row {@code CHUNK + g} the one after it.
 */
final class ResultColumn {
  private static final int ROWS = 2 * TouchedRecords.CHUNK;

  private final Column column;
  private final boolean wide;
  final long[] low;
  final long[] high;
  final byte[][] bytes;
  final boolean[] isNull = new boolean[ROWS];

  ResultColumn(Column column) {
    this.column = column;
    DataType type = column.type();
    boolean variable = type.isVariableWidth();
    this.wide = type.kind() == TypeKind.DECIMAL && !type.isLongDecimal();
    this.low = variable ? null : new long[ROWS];
    this.high = wide ? new long[ROWS] : null;
    this.bytes = variable ? new byte[ROWS][] : null;
  }

  DataType type() {
    return column.type();
  }

  void setNull(int row) {
    isNull[row] = true;
  }

  void set(int row, long word) {
    isNull[row] = false;
    low[row] = word;
  }

  void set(int row, long lowWord, long highWord) {
    isNull[row] = false;
    low[row] = lowWord;
    if (wide) {
      high[row] = highWord;
    }
  }

  void set(int row, byte[] value) {
    isNull[row] = false;
    bytes[row] = value;
  }

  /** Marks the groups whose result differs. */
  void compare(int groups, boolean[] changed) {
    for (int g = 0; g < groups; g++) {
      int after = TouchedRecords.CHUNK + g;
      if (isNull[g] != isNull[after]) {
        changed[g] = true;
      } else if (!isNull[g]) {
        changed[g] |=
            bytes != null
                ? !Arrays.equals(bytes[g], bytes[after])
                : low[g] != low[after] || wide && high[g] != high[after];
      }
    }
  }

  /**
   * A new vector.
   *
   * @param rows which rows to take, or -1 for NULL
   */
  FieldVector toVector(int[] rows, int count, BufferAllocator allocator) {
    FieldVector vector = ArrowTypes.newVector(column, allocator);
    vector.setInitialCapacity(count);
    vector.allocateNew();
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (row < 0 || isNull[row]) {
        continue;
      }
      if (bytes != null) {
        ((BaseVariableWidthVector) vector).setSafe(i, bytes[row]);
      } else {
        VectorWords.write(vector, column.type(), i, low[row], wide ? high[row] : 0);
      }
    }
    vector.setValueCount(count);
    return vector;
  }

  /** Lets go of byte strings. */
  void clear() {
    if (bytes != null) {
      Arrays.fill(bytes, null);
    }
  }
}
