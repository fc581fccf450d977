package io.millrace.executor.operator.packed;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/**
 * How rows are packed as bytes, and back into vectors:
 *
 * <pre>
 *   [NULL bits, if a column is nullable] [fixed-width columns] [for each other column: where its
 *   bytes end, 4 bytes, from the first byte behind all these] [bytes of these columns]
 * </pre>
 *
 * A NULL has zeros or no bytes. Equal rows have equal bytes.
 */
public final class PackedLayout {
  private final RowType rowType;
  private final int[] columns;
  private final int[] places;
  private final int nullBytes;
  private final int fixedBytes;
  private int firstVariable = -1;

  /**
   * @param columns which of the rows' columns are packed
   */
  public PackedLayout(RowType rowType, List<Integer> columns) {
    this.rowType = rowType;
    this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
    this.places = new int[this.columns.length];
    boolean nullable = columns.stream().anyMatch(column -> rowType.type(column).nullable());
    this.nullBytes = nullable ? (this.columns.length + 7) >>> 3 : 0;
    int next = nullBytes;
    for (int i = 0; i < places.length; i++) {
      if (!type(i).isVariableWidth()) {
        places[i] = next;
        next += width(type(i));
      }
    }
    for (int i = 0; i < places.length; i++) {
      if (type(i).isVariableWidth()) {
        firstVariable = firstVariable < 0 ? i : firstVariable;
        places[i] = next;
        next += 4;
      }
    }
    this.fixedBytes = next;
  }

  private static int width(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT -> 1;
      case SMALLINT -> 2;
      case INTEGER, REAL, DATE, TIME -> 4;
      case BIGINT, DOUBLE, TIMESTAMP -> 8;
      case DECIMAL -> type.isLongDecimal() ? 8 : 16;
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** How many columns are packed. */
  public int count() {
    return columns.length;
  }

  /** The number of a packed column in the row. */
  public int column(int packed) {
    return columns[packed];
  }

  public DataType type(int packed) {
    return rowType.type(columns[packed]);
  }

  /** Which packed column holds a column of the row; -1 if none. */
  public int packed(int column) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == column) {
        return i;
      }
    }
    return -1;
  }

  /** The bytes of a row without its variable-width values. */
  public int fixedBytes() {
    return fixedBytes;
  }

  /** Where in a row a column's value or, of a variable-width column, the end of its bytes is. */
  public int place(int packed) {
    return places[packed];
  }

  /**
   * A column of packed rows as a new vector.
   *
   * @param starts where each row is in {@code bytes}
   * @param column name and type of the vector, of the same kind as the packed column
   */
  public FieldVector unpack(
      int packed, byte[] bytes, int[] starts, int count, Column column, BufferAllocator allocator) {
    FieldVector vector = ArrowTypes.newVector(column, allocator);
    if (vector instanceof BaseVariableWidthVector variable) {
      unpackVariable(packed, bytes, starts, count, variable);
    } else if (vector instanceof BitVector bits) {
      bits.allocateNew(count);
      ArrowBuf data = bits.getDataBuffer();
      for (int i = 0; i < count; i++) {
        if (bytes[starts[i] + places[packed]] != 0) {
          BitVectorHelper.setBit(data, i);
        }
      }
    } else {
      unpackFixed(packed, bytes, starts, count, (BaseFixedWidthVector) vector);
    }
    unpackValidity(packed, bytes, starts, count, vector.getValidityBuffer());
    vector.setValueCount(count);
    return vector;
  }

  private void unpackFixed(
      int packed, byte[] bytes, int[] starts, int count, BaseFixedWidthVector vector) {
    vector.allocateNew(count);
    ArrowBuf data = vector.getDataBuffer();
    int place = places[packed];
    switch (vector.getTypeWidth()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          data.setByte(i, bytes[starts[i] + place]);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          data.setShort(2L * i, PackedBytes.getShort(bytes, starts[i] + place));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          data.setInt(4L * i, PackedBytes.getInt(bytes, starts[i] + place));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          data.setLong(8L * i, PackedBytes.getLong(bytes, starts[i] + place));
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          data.setLong(16L * i, PackedBytes.getLong(bytes, starts[i] + place));
          data.setLong(16L * i + 8, PackedBytes.getLong(bytes, starts[i] + place + 8));
        }
      }
      default -> throw new IllegalArgumentException(vector.getField().toString());
    }
  }

  private void unpackVariable(
      int packed, byte[] bytes, int[] starts, int count, BaseVariableWidthVector vector) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += end(packed, bytes, starts[i]) - begin(packed, bytes, starts[i]);
    }
    vector.allocateNew(total, count);
    ArrowBuf data = vector.getDataBuffer();
    ArrowBuf offsets = vector.getOffsetBuffer();
    int at = 0;
    offsets.setInt(0, 0);
    for (int i = 0; i < count; i++) {
      int begin = begin(packed, bytes, starts[i]);
      int length = end(packed, bytes, starts[i]) - begin;
      if (length > 0) {
        data.setBytes(at, bytes, starts[i] + fixedBytes + begin, length);
        at += length;
      }
      offsets.setInt(4L * i + 4, at);
    }
    vector.setLastSet(count - 1);
  }

  int end(int packed, byte[] bytes, int start) {
    return PackedBytes.getInt(bytes, start + places[packed]);
  }

  /** The variable-width columns' ends are one behind the other. */
  int begin(int packed, byte[] bytes, int start) {
    return packed == firstVariable ? 0 : PackedBytes.getInt(bytes, start + places[packed] - 4);
  }

  boolean isNull(int packed, byte[] bytes, int start) {
    return type(packed).nullable() && (bytes[start + (packed >>> 3)] >>> (packed & 7) & 1) != 0;
  }

  private void unpackValidity(
      int packed, byte[] bytes, int[] starts, int count, ArrowBuf validity) {
    if (!type(packed).nullable()) {
      for (int i = 0; i < count; i++) {
        BitVectorHelper.setBit(validity, i);
      }
      return;
    }
    int place = packed >>> 3;
    int bit = packed & 7;
    for (int i = 0; i < count; i++) {
      if ((bytes[starts[i] + place] >>> bit & 1) == 0) {
        BitVectorHelper.setBit(validity, i);
      }
    }
  }
}
