package io.millrace.executor.data;

import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Writes values as bytes that compare, unsigned and byte by byte, as the values do: NULL first,
 * false before true, -0.0 equal to 0.0, NaN last, text by code points. Each value says where it
 * ends, so that no row's bytes begin with another row's bytes. One buffer, used again and again.
 */
public final class OrderedBytes {
  /** Instead of 0 where NULL comes behind all values, whose mark is 1. */
  private static final byte NULL_LAST = 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[64];
  private int length;

  /** The buffer; valid until the next change. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** Forgets what is behind a length. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** An 8-bit number, unsigned. */
  public void appendByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /** A 32-bit number, unsigned. */
  public void appendInt(int value) {
    ensure(4);
    bytes[length++] = (byte) (value >>> 24);
    bytes[length++] = (byte) (value >>> 16);
    bytes[length++] = (byte) (value >>> 8);
    bytes[length++] = (byte) value;
  }

  /** The value at a row; a nullable type takes one byte more. */
  public void append(FieldVector vector, DataType type, int row) {
    if (type.nullable()) {
      boolean isNull = vector.isNull(row);
      ensure(1);
      bytes[length++] = (byte) (isNull ? 0 : 1);
      if (isNull) {
        return;
      }
    }
    if (type.isVariableWidth()) {
      appendEscaped((BaseVariableWidthVector) vector, row);
    } else {
      appendFixed(vector, type, row);
    }
  }

  /** The value at a row so that it compares as a sort says; as long as without it. */
  public void append(FieldVector vector, DataType type, int row, SortColumn sort) {
    int value = length;
    append(vector, type, row);
    if (type.nullable()) {
      if (!sort.nullsFirst() && bytes[value] == 0) {
        bytes[value] = NULL_LAST;
      }
      value++;
    }
    if (sort.descending()) {
      for (int at = value; at < length; at++) {
        bytes[at] = (byte) ~bytes[at];
      }
    }
  }

  /** The value at a row, which is not NULL, as the last of all: text needs no end then. */
  public void appendLast(FieldVector vector, DataType type, int row) {
    if (type.isVariableWidth()) {
      BaseVariableWidthVector variable = (BaseVariableWidthVector) vector;
      int start = variable.getStartOffset(row);
      int size = variable.getEndOffset(row) - start;
      ensure(size);
      variable.getDataBuffer().getBytes(start, bytes, length, size);
      length += size;
    } else {
      appendFixed(vector, type, row);
    }
  }

  private void appendFixed(FieldVector vector, DataType type, int row) {
    if (isWide(type)) {
      ArrowBuf data = vector.getDataBuffer();
      appendLong(data.getLong(16L * row + 8) ^ Long.MIN_VALUE);
      appendLong(data.getLong(16L * row));
    } else {
      appendLong(word(vector, type, row) ^ Long.MIN_VALUE);
    }
  }

  /** Whether values take two words. */
  private static boolean isWide(DataType type) {
    return type.kind() == TypeKind.DECIMAL && !type.isLongDecimal();
  }

  /** A number that compares, signed, as the value does. */
  private static long word(FieldVector vector, DataType type, int row) {
    ArrowBuf data = vector.getDataBuffer();
    return switch (type.kind()) {
      case BOOLEAN -> ((BitVector) vector).get(row);
      case TINYINT -> data.getByte(row);
      case SMALLINT -> data.getShort(2L * row);
      case INTEGER, DATE, TIME -> data.getInt(4L * row);
      case BIGINT, DECIMAL, TIMESTAMP -> data.getLong(8L * row);
      case REAL -> orderOf(data.getFloat(4L * row));
      case DOUBLE -> orderOf(data.getDouble(8L * row));
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** A number that compares, signed, as the double does; one for both zeros and one for NaN. */
  public static long orderOf(double value) {
    long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  /** The double that {@link #orderOf} was given. */
  public static double doubleOf(long order) {
    return Double.longBitsToDouble(order ^ ((order >> 63) & Long.MAX_VALUE));
  }

  /** Reads one of the words that a fixed-width value was written as, most significant first. */
  public static long readWord(byte[] source, int offset, boolean first) {
    long word = (long) LONG.get(source, offset);
    return first ? word ^ Long.MIN_VALUE : word;
  }

  private void appendLong(long value) {
    ensure(8);
    LONG.set(bytes, length, value);
    length += 8;
  }

  /** Zero bytes become 00 FF, the end is 00 00. */
  private void appendEscaped(BaseVariableWidthVector vector, int row) {
    int start = vector.getStartOffset(row);
    int end = vector.getEndOffset(row);
    ensure(2 * (end - start) + 2);
    ArrowBuf data = vector.getDataBuffer();
    for (int i = start; i < end; i++) {
      byte value = data.getByte(i);
      bytes[length++] = value;
      if (value == 0) {
        bytes[length++] = (byte) 0xff;
      }
    }
    bytes[length++] = 0;
    bytes[length++] = 0;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
