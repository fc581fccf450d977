package io.millrace.connector.format;

import io.millrace.core.type.Column;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;

/** Field writers of truth values and numbers. */
final class NumberWriters {
  private NumberWriters() {}

  private static long inRange(long value, long least, long most, String type)
      throws InvalidFieldException {
    if (value < least || value > most) {
      throw NumberText.outOfRange(type);
    }
    return value;
  }

  static final class OfBoolean extends FieldWriter {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private BitVector vector;

    OfBoolean(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (BitVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      if (equalsIgnoringCase(bytes, start, length, TRUE)) {
        vector.set(row, 1);
      } else if (equalsIgnoringCase(bytes, start, length, FALSE)) {
        vector.set(row, 0);
      } else {
        throw NumberText.notA(typeName);
      }
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }

    private static boolean equalsIgnoringCase(byte[] bytes, int start, int length, byte[] word) {
      if (length != word.length) {
        return false;
      }
      for (int i = 0; i < length; i++) {
        if ((bytes[start + i] | 0x20) != word[i]) {
          return false;
        }
      }
      return true;
    }
  }

  static final class OfTinyInt extends FieldWriter {
    private TinyIntVector vector;

    OfTinyInt(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (TinyIntVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row,
          (byte)
              inRange(
                  NumberText.parseLong(bytes, start, length, typeName),
                  Byte.MIN_VALUE,
                  Byte.MAX_VALUE,
                  typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfSmallInt extends FieldWriter {
    private SmallIntVector vector;

    OfSmallInt(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (SmallIntVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row,
          (short)
              inRange(
                  NumberText.parseLong(bytes, start, length, typeName),
                  Short.MIN_VALUE,
                  Short.MAX_VALUE,
                  typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfInteger extends FieldWriter {
    private IntVector vector;

    OfInteger(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (IntVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row,
          (int)
              inRange(
                  NumberText.parseLong(bytes, start, length, typeName),
                  Integer.MIN_VALUE,
                  Integer.MAX_VALUE,
                  typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfBigInt extends FieldWriter {
    private BigIntVector vector;

    OfBigInt(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (BigIntVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(row, NumberText.parseLong(bytes, start, length, typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfReal extends FieldWriter {
    private Float4Vector vector;

    OfReal(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (Float4Vector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(row, NumberText.parseFloat(bytes, start, length, typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfDouble extends FieldWriter {
    private Float8Vector vector;

    OfDouble(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (Float8Vector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(row, NumberText.parseDouble(bytes, start, length, typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfLongDecimal extends FieldWriter {
    private BigIntVector vector;

    OfLongDecimal(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (BigIntVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row,
          NumberText.parseLongDecimal(
              bytes, start, length, type().precision(), type().scale(), typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfDecimal extends FieldWriter {
    private DecimalVector vector;

    OfDecimal(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (DecimalVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row,
          NumberText.parseDecimal(
              bytes, start, length, type().precision(), type().scale(), typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }
}
