package io.millrace.connector.format;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;

/** Writes JSON lines that {@link JsonDecoder} reads back to the same rows. */
public final class JsonEncoder implements RecordEncoder {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

  private final RowType rowType;
  private final boolean changelog;
  private final byte[][] prefixes;

  public JsonEncoder(boolean changelog, RowType rowType) {
    this.rowType = rowType;
    this.changelog = changelog;
    this.prefixes = new byte[rowType.size()][];
    for (int i = 0; i < prefixes.length; i++) {
      String name =
          new String(JsonStringEncoder.getInstance().quoteAsString(rowType.column(i).name()));
      String before = i == 0 && !changelog ? "{" : ",";
      prefixes[i] = (before + '"' + name + "\":").getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void begin(ByteOutput output) {
    // Every line stands for itself.
  }

  @Override
  public void encode(ChangeBatch batch, ByteOutput output) {
    for (int row = 0; row < batch.rowCount(); row++) {
      long weight = batch.weight(row);
      for (long n = Math.abs(weight); n > 0; n--) {
        encode(batch, row, weight, output);
      }
    }
  }

  private void encode(ChangeBatch batch, int row, long weight, ByteOutput output) {
    if (changelog) {
      output.putAscii("{\"" + OPERATION + "\":\"" + (weight > 0 ? '+' : '-') + '"');
    }
    for (int column = 0; column < batch.columnCount(); column++) {
      output.put(prefixes[column]);
      FieldVector vector = batch.column(column);
      if (vector.isNull(row)) {
        output.put(NULL);
      } else {
        encodeValue(vector, column, row, output);
      }
    }
    output.put('}');
    output.put('\n');
  }

  private void encodeValue(FieldVector vector, int column, int row, ByteOutput output) {
    boolean quoted =
        switch (rowType.type(column).kind()) {
          case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> false;
          // NaN and the infinities are no JSON numbers.
          case REAL -> !Float.isFinite(((Float4Vector) vector).get(row));
          case DOUBLE -> !Double.isFinite(((Float8Vector) vector).get(row));
          case VARCHAR, VARBINARY, DATE, TIME, TIMESTAMP -> true;
        };
    if (!quoted) {
      ValueText.append(vector, rowType.type(column), row, 'T', output);
      return;
    }
    output.put('"');
    int start = output.size();
    ValueText.append(vector, rowType.type(column), row, 'T', output);
    if (rowType.type(column).kind() == TypeKind.VARCHAR) {
      escape(start, output);
    }
    output.put('"');
  }

  private static void escape(int start, ByteOutput output) {
    byte[] bytes = output.bytes();
    int end = output.size();
    int extra = 0;
    for (int i = start; i < end; i++) {
      extra += escapedLength(bytes[i]) - 1;
    }
    if (extra == 0) {
      return;
    }
    output.reserve(extra);
    bytes = output.bytes();
    int target = output.size();
    for (int i = end - 1; i >= start; i--) {
      byte b = bytes[i];
      target -= escapedLength(b);
      writeEscaped(b, bytes, target);
    }
  }

  private static int escapedLength(byte b) {
    if (b >= 0x20 || b < 0) {
      return b == '"' || b == '\\' ? 2 : 1;
    }
    return b == '\n' || b == '\r' || b == '\t' ? 2 : 6;
  }

  private static void writeEscaped(byte b, byte[] bytes, int target) {
    int length = escapedLength(b);
    if (length == 1) {
      bytes[target] = b;
      return;
    }
    bytes[target] = '\\';
    if (length == 2) {
      bytes[target + 1] =
          switch (b) {
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> b;
          };
      return;
    }
    bytes[target + 1] = 'u';
    bytes[target + 2] = '0';
    bytes[target + 3] = '0';
    bytes[target + 4] = HEX[b >> 4];
    bytes[target + 5] = HEX[b & 0xF];
  }
}
