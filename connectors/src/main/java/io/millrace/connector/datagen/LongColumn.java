package io.millrace.connector.datagen;

import io.millrace.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;

/** Columns whose values are whole numbers inside: all but floating-point and text. */
final class LongColumn extends ColumnGenerator {
  private final DataType type;
  private final LongSource source;
  private final long[] values = new long[CHUNK];

  LongColumn(DataType type, LongSource source, long columnSeed, double nullRate) {
    super(columnSeed, nullRate);
    this.type = type;
    this.source = source;
  }

  @Override
  void write(FieldVector vector, int row, long firstRow, long stride, int count) {
    source.fill(values, firstRow, stride, count);
    ArrowBuf data = vector.getDataBuffer();
    switch (type.kind()) {
      case BIGINT, TIMESTAMP -> writeLongs(data, row, count);
      case INTEGER, DATE, TIME -> {
        for (int i = 0; i < count; i++) {
          data.setInt((row + i) * 4L, (int) values[i]);
        }
      }
      case SMALLINT -> {
        for (int i = 0; i < count; i++) {
          data.setShort((row + i) * 2L, (short) values[i]);
        }
      }
      case TINYINT -> {
        for (int i = 0; i < count; i++) {
          data.setByte(row + i, (byte) values[i]);
        }
      }
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          ((BitVector) vector).set(row + i, (int) values[i]);
        }
      }
      case DECIMAL -> {
        if (type.isLongDecimal()) {
          writeLongs(data, row, count);
        } else {
          for (int i = 0; i < count; i++) {
            BigDecimal value = new BigDecimal(BigInteger.valueOf(values[i]), type.scale());
            ((DecimalVector) vector).set(row + i, value);
          }
        }
      }
      default -> throw new IllegalStateException("No whole numbers: " + type);
    }
  }

  private void writeLongs(ArrowBuf data, int row, int count) {
    for (int i = 0; i < count; i++) {
      data.setLong((row + i) * 8L, values[i]);
    }
  }
}
