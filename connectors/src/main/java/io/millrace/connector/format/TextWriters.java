package io.millrace.connector.format;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** Field writers of values that have no fixed width. */
final class TextWriters {
  private TextWriters() {}

  static final class OfVarchar extends FieldWriter {
    private VarCharVector vector;

    OfVarchar(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (VarCharVector) newVector;
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
      vector.setSafe(row, bytes, start, length);
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  /** Binary values are written in Base64. */
  static final class OfVarbinary extends FieldWriter {
    private VarBinaryVector vector;

    OfVarbinary(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (VarBinaryVector) newVector;
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
      vector.setSafe(row, decoded.array(), decoded.arrayOffset(), decoded.remaining());
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }
}
