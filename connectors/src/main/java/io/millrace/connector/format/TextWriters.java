package io.millrace.connector.format;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/** Field writers of values that have no fixed width. */
final class TextWriters {
  private TextWriters() {}

  /**
   * Collects the values of a batch in arrays on the heap and copies them at the end in one go:
   * copying a few bytes at a time out of the heap costs more than parsing them.
   */
  abstract static class VariableWidthWriter extends FieldWriter {
    /** Above this size memory is not kept from one batch to the next. */
    private static final int KEPT = 1 << 20;

    private BaseVariableWidthVector vector;
    private byte[] values = new byte[1024];
    private int[] offsets = new int[256];
    private byte[] validity = new byte[32];

    VariableWidthWriter(Column column) {
      super(column);
    }

    @Override
    final void attach(FieldVector newVector) {
      vector = (BaseVariableWidthVector) newVector;
      if (values.length > KEPT) {
        values = new byte[1024];
      }
      Arrays.fill(validity, (byte) 0);
    }

    /** Appends a value; rows come in order, the last one may come again. */
    final void append(int row, byte[] bytes, int start, int length) {
      requireRow(row);
      int from = offsets[row];
      if (length > values.length - from) {
        values = Arrays.copyOf(values, Math.max(from + length, values.length * 2));
      }
      System.arraycopy(bytes, start, values, from, length);
      offsets[row + 1] = from + length;
      validity[row >> 3] |= (byte) (1 << (row & 7));
    }

    @Override
    final void setNull(int row) {
      requireRow(row);
      offsets[row + 1] = offsets[row];
      validity[row >> 3] &= (byte) ~(1 << (row & 7));
    }

    private void requireRow(int row) {
      if (row + 1 >= offsets.length) {
        offsets = Arrays.copyOf(offsets, offsets.length * 2);
        validity = Arrays.copyOf(validity, offsets.length / 8 + 1);
      }
    }

    @Override
    final void finish(int rows) {
      vector.allocateNew(Math.max(1, offsets[rows]), rows);
      vector.getDataBuffer().setBytes(0, values, 0, offsets[rows]);
      vector.getValidityBuffer().setBytes(0, validity, 0, (rows + 7) / 8);
      ArrowBuf target = vector.getOffsetBuffer();
      for (int row = 0; row <= rows; row++) {
        target.setInt(row * 4L, offsets[row]);
      }
      vector.setLastSet(rows - 1);
    }
  }

  static final class OfVarchar extends VariableWidthWriter {
    OfVarchar(Column column) {
      super(column);
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      int characters = Utf8.characters(bytes, start, length);
      if (characters < 0) {
        throw new InvalidFieldException("is not UTF-8 text");
      }
      int most = type().precision();
      if (most != DataType.UNBOUNDED && characters > most) {
        throw new InvalidFieldException("is longer than " + typeName + " allows");
      }
      append(row, bytes, start, length);
    }
  }

  /** Binary values are written in Base64. */
  static final class OfVarbinary extends VariableWidthWriter {
    OfVarbinary(Column column) {
      super(column);
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      ByteBuffer decoded;
      try {
        decoded = Base64.getDecoder().decode(ByteBuffer.wrap(bytes, start, length));
      } catch (IllegalArgumentException e) {
        throw new InvalidFieldException("is not Base64, in which " + typeName + " is written");
      }
      int most = type().precision();
      if (most != DataType.UNBOUNDED && decoded.remaining() > most) {
        throw new InvalidFieldException("is longer than " + typeName + " allows");
      }
      append(row, decoded.array(), decoded.arrayOffset(), decoded.remaining());
    }
  }
}
