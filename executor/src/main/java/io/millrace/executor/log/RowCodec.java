package io.millrace.executor.log;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows with weights as bytes: the number of rows, then for each its weight, and for each column a
 * byte that is 0 for NULL and 1 before a value. Values are Java objects in the engine's
 * representation: Boolean, Byte, Short, Integer (also DATE in days, TIME in ms), Long (also
 * TIMESTAMP in ms), Float, Double, BigDecimal, String, byte[].
 */
public final class RowCodec {
  private final RowType rowType;

  public RowCodec(RowType rowType) {
    this.rowType = rowType;
  }

  /** Rows and, at the same index, their weights. */
  public record WeightedRows(List<Object[]> rows, long[] weights) {}

  public byte[] encode(List<Object[]> rows, long[] weights) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream output = new DataOutputStream(bytes)) {
      output.writeInt(rows.size());
      for (int row = 0; row < rows.size(); row++) {
        output.writeLong(weights[row]);
        Object[] values = rows.get(row);
        for (int column = 0; column < rowType.size(); column++) {
          output.writeBoolean(values[column] != null);
          if (values[column] != null) {
            write(output, rowType.type(column), values[column]);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public WeightedRows decode(byte[] payload) {
    try (DataInputStream input = new DataInputStream(new ByteArrayInputStream(payload))) {
      int count = input.readInt();
      List<Object[]> rows = new ArrayList<>(count);
      long[] weights = new long[count];
      for (int row = 0; row < count; row++) {
        weights[row] = input.readLong();
        Object[] values = new Object[rowType.size()];
        for (int column = 0; column < values.length; column++) {
          values[column] = input.readBoolean() ? read(input, rowType.type(column)) : null;
        }
        rows.add(values);
      }
      return new WeightedRows(rows, weights);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutputStream output, DataType type, Object value)
      throws IOException {
    switch (type.kind()) {
      case BOOLEAN -> output.writeBoolean((Boolean) value);
      case TINYINT -> output.writeByte((Byte) value);
      case SMALLINT -> output.writeShort((Short) value);
      case INTEGER, DATE, TIME -> output.writeInt((Integer) value);
      case BIGINT, TIMESTAMP -> output.writeLong((Long) value);
      case REAL -> output.writeFloat((Float) value);
      case DOUBLE -> output.writeDouble((Double) value);
      case DECIMAL -> writeBytes(output, ((BigDecimal) value).unscaledValue().toByteArray());
      case VARCHAR -> writeBytes(output, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VARBINARY -> writeBytes(output, (byte[]) value);
    }
    if (type.kind() == TypeKind.DECIMAL && ((BigDecimal) value).scale() != type.scale()) {
      throw new IllegalArgumentException("The scale of " + value + " is not that of " + type);
    }
  }

  private static Object read(DataInputStream input, DataType type) throws IOException {
    return switch (type.kind()) {
      case BOOLEAN -> input.readBoolean();
      case TINYINT -> input.readByte();
      case SMALLINT -> input.readShort();
      case INTEGER, DATE, TIME -> input.readInt();
      case BIGINT, TIMESTAMP -> input.readLong();
      case REAL -> input.readFloat();
      case DOUBLE -> input.readDouble();
      case DECIMAL -> new BigDecimal(new BigInteger(readBytes(input)), type.scale());
      case VARCHAR -> new String(readBytes(input), StandardCharsets.UTF_8);
      case VARBINARY -> readBytes(input);
    };
  }

  private static void writeBytes(DataOutputStream output, byte[] bytes) throws IOException {
    output.writeInt(bytes.length);
    output.write(bytes);
  }

  private static byte[] readBytes(DataInputStream input) throws IOException {
    return input.readNBytes(input.readInt());
  }
}
