package io.millrace.executor.data;

import io.millrace.core.type.DataType;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/**
 * Fixed-width vectors as 64-bit words, a column at a time: integers, dates and times sign-extended,
 * BOOLEAN 0 or 1, DECIMAL(≤18) unscaled, REAL and DOUBLE as the raw bits of a double. DECIMAL(≥19)
 * has two words. The words of NULLs are arbitrary.
 */
public final class VectorWords {
  private VectorWords() {}

  /** Reads the first {@code count} values; the low halves of DECIMAL(≥19). */
  public static void read(FieldVector vector, DataType type, int count, long[] words) {
    ArrowBuf data = vector.getDataBuffer();
    switch (type.kind()) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          words[i] = BitVectorHelper.get(data, i);
        }
      }
      case TINYINT -> {
        for (int i = 0; i < count; i++) {
          words[i] = data.getByte(i);
        }
      }
      case SMALLINT -> {
        for (int i = 0; i < count; i++) {
          words[i] = data.getShort(2L * i);
        }
      }
      case INTEGER, DATE, TIME -> {
        for (int i = 0; i < count; i++) {
          words[i] = data.getInt(4L * i);
        }
      }
      case REAL -> {
        for (int i = 0; i < count; i++) {
          words[i] = Double.doubleToRawLongBits(data.getFloat(4L * i));
        }
      }
      case BIGINT, TIMESTAMP, DOUBLE -> readLongs(data, 8, 0, count, words);
      case DECIMAL -> readLongs(data, type.isLongDecimal() ? 8 : 16, 0, count, words);
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type.toString());
    }
  }

  /** Reads the high halves of the first {@code count} values of a DECIMAL(≥19). */
  public static void readHigh(FieldVector vector, int count, long[] words) {
    readLongs(vector.getDataBuffer(), 16, 8, count, words);
  }

  private static void readLongs(ArrowBuf data, long width, long shift, int count, long[] words) {
    for (int i = 0; i < count; i++) {
      words[i] = data.getLong(width * i + shift);
    }
  }

  /**
   * Writes one value that is not NULL.
   *
   * @param high the high half of a DECIMAL(≥19), else not looked at
   */
  public static void write(FieldVector vector, DataType type, int row, long low, long high) {
    ArrowBuf data = vector.getDataBuffer();
    switch (type.kind()) {
      case BOOLEAN -> BitVectorHelper.setValidityBit(data, row, (int) low);
      case TINYINT -> data.setByte(row, (byte) low);
      case SMALLINT -> data.setShort(2L * row, (short) low);
      case INTEGER, DATE, TIME -> data.setInt(4L * row, (int) low);
      case REAL -> data.setFloat(4L * row, (float) Double.longBitsToDouble(low));
      case BIGINT, TIMESTAMP, DOUBLE -> data.setLong(8L * row, low);
      case DECIMAL -> {
        if (type.isLongDecimal()) {
          data.setLong(8L * row, low);
        } else {
          data.setLong(16L * row, low);
          data.setLong(16L * row + 8, high);
        }
      }
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type.toString());
    }
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
  }
}
