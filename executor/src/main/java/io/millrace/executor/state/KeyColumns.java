package io.millrace.executor.state;

import io.millrace.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Reads the values of one column, from a vector or from Java objects, as words or bytes. */
final class KeyColumns {
  private KeyColumns() {}

  /**
   * Reads a fixed-width column's words; those of NULLs are whatever the vector holds.
   *
   * @param target gets the words of row {@code i} from {@code offset + i * stride} on
   */
  static void readWords(
      FieldVector vector, DataType type, int rows, long[] target, int offset, int stride) {
    if (rows == 0) {
      return;
    }
    long address = vector.getDataBuffer().memoryAddress();
    int at = offset;
    switch (type.kind()) {
      case BOOLEAN -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = MemoryUtil.getByte(address + (row >>> 3)) >>> (row & 7) & 1;
        }
      }
      case TINYINT -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = MemoryUtil.getByte(address + row);
        }
      }
      case SMALLINT -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = MemoryUtil.getShort(address + 2L * row);
        }
      }
      case INTEGER, DATE, TIME -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = MemoryUtil.getInt(address + 4L * row);
        }
      }
      case BIGINT, TIMESTAMP -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = MemoryUtil.getLong(address + 8L * row);
        }
      }
      case REAL -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = word(Float.intBitsToFloat(MemoryUtil.getInt(address + 4L * row)));
        }
      }
      case DOUBLE -> {
        for (int row = 0; row < rows; row++, at += stride) {
          target[at] = word(Double.longBitsToDouble(MemoryUtil.getLong(address + 8L * row)));
        }
      }
      case DECIMAL -> readDecimals(address, type, rows, target, offset, stride);
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type + " has no fixed width");
    }
  }

  private static void readDecimals(
      long address, DataType type, int rows, long[] target, int offset, int stride) {
    int at = offset;
    if (type.isLongDecimal()) {
      for (int row = 0; row < rows; row++, at += stride) {
        target[at] = MemoryUtil.getLong(address + 8L * row);
      }
      return;
    }
    for (int row = 0; row < rows; row++, at += stride) {
      target[at] = MemoryUtil.getLong(address + 16L * row + 8);
      target[at + 1] = MemoryUtil.getLong(address + 16L * row);
    }
  }

  /** A word that is equal for equal numbers: one for both zeros, one for every NaN. */
  static long word(float value) {
    return Float.floatToIntBits(value + 0.0f);
  }

  /** A word that is equal for equal numbers: one for both zeros, one for every NaN. */
  static long word(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  /**
   * Writes the words of a value that is not null.
   *
   * @throws IllegalArgumentException if it is no value of the type
   */
  static void writeWords(Object value, DataType type, long[] target, int at) {
    try {
      switch (type.kind()) {
        case BOOLEAN -> target[at] = (Boolean) value ? 1 : 0;
        case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP ->
            target[at] = ((Number) value).longValue();
        case REAL -> target[at] = word(((Number) value).floatValue());
        case DOUBLE -> target[at] = word(((Number) value).doubleValue());
        case DECIMAL -> {
          BigInteger unscaled =
              ((BigDecimal) value).setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
          if (type.isLongDecimal()) {
            target[at] = unscaled.longValueExact();
          } else {
            target[at] = unscaled.shiftRight(64).longValueExact();
            target[at + 1] = unscaled.longValue();
          }
        }
        case VARCHAR, VARBINARY -> throw new IllegalArgumentException(type + " has no fixed width");
      }
    } catch (ClassCastException | ArithmeticException e) {
      throw new IllegalArgumentException("No value of " + type + ": " + value, e);
    }
  }

  /** The bytes of a value of a variable-width type that is not null. */
  static byte[] bytes(Object value, DataType type) {
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    throw new IllegalArgumentException("No value of " + type + ": " + value);
  }
}
