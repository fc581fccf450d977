package io.millrace.executor.operator.materialize;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.VectorWords;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/** Reads the columns outside the key from a record's words, into vectors or as objects. */
final class RowDecoder {
  private RowDecoder() {}

  /**
   * Writes one column to a vector that has room.
   *
   * @param bytes gives the byte string in a byte cell
   */
  static void toVector(
      ValueColumns values,
      int value,
      long[] page,
      int at,
      IntFunction<byte[]> bytes,
      FieldVector vector,
      int row) {
    if (isNull(value, page, at)) {
      vector.setNull(row);
    } else if (values.isBytes(value)) {
      ((BaseVariableWidthVector) vector).setSafe(row, bytes.apply(values.word(value)));
    } else {
      int word = at + values.word(value);
      VectorWords.write(
          vector, values.type(value), row, page[word], values.isWide(value) ? page[word + 1] : 0);
    }
  }

  static boolean isNull(int value, long[] page, int at) {
    return (page[at + ValueColumns.nullWord(value)] & ValueColumns.nullBit(value)) != 0;
  }

  /** One column as a Java object. */
  static Object toObject(
      ValueColumns values, int value, long[] page, int at, IntFunction<byte[]> bytes) {
    if (isNull(value, page, at)) {
      return null;
    }
    DataType type = values.type(value);
    long word = page[at + values.word(value)];
    return switch (type.kind()) {
      case BOOLEAN -> word != 0;
      case TINYINT -> (byte) word;
      case SMALLINT -> (short) word;
      case INTEGER, DATE, TIME -> (int) word;
      case BIGINT, TIMESTAMP -> word;
      case REAL -> (float) Double.longBitsToDouble(word);
      case DOUBLE -> Double.longBitsToDouble(word);
      case DECIMAL ->
          type.isLongDecimal()
              ? BigDecimal.valueOf(word, type.scale())
              : new BigDecimal(wide(word, page[at + values.word(value) + 1]), type.scale());
      case VARCHAR -> new String(bytes.apply(values.word(value)), StandardCharsets.UTF_8);
      case VARBINARY -> bytes.apply(values.word(value));
    };
  }

  private static BigInteger wide(long low, long high) {
    byte[] bigEndian = new byte[16];
    for (int i = 0; i < 8; i++) {
      bigEndian[7 - i] = (byte) (high >>> 8 * i);
      bigEndian[15 - i] = (byte) (low >>> 8 * i);
    }
    return new BigInteger(bigEndian);
  }
}
