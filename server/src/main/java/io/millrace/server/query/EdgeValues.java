package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.avatica.util.ByteString;

/**
 * Values on their way between the engine and Calcite's runtime, which has VARBINARY as {@link
 * ByteString} and lets a number be of a wider class than its type's.
 */
final class EdgeValues {
  private EdgeValues() {}

  /** The places of the columns that {@link #intoRuntime} changes. */
  static int[] binaryColumns(RowType rowType) {
    return IntStream.range(0, rowType.size())
        .filter(column -> rowType.type(column).kind() == TypeKind.VARBINARY)
        .toArray();
  }

  /** Changes a row of the engine's into one of the runtime's, in place. */
  static Object[] intoRuntime(Object[] row, int[] binaryColumns) {
    for (int column : binaryColumns) {
      if (row[column] != null) {
        row[column] = new ByteString((byte[]) row[column]);
      }
    }
    return row;
  }

  static List<Object> parameters(List<Object> parameters) {
    List<Object> values = new ArrayList<>(parameters);
    values.replaceAll(value -> value instanceof byte[] bytes ? new ByteString(bytes) : value);
    return values;
  }

  /** A row of the engine's with a result's values. */
  static Object[] fromRuntime(Object[] row, RowType rowType) {
    Object[] values = new Object[rowType.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[i] == null ? null : fromRuntime(row[i], rowType.type(i));
    }
    return values;
  }

  private static Object fromRuntime(Object value, DataType type) {
    return switch (type.kind()) {
      case BOOLEAN, VARCHAR -> value;
      case TINYINT -> ((Number) value).byteValue();
      case SMALLINT -> ((Number) value).shortValue();
      case INTEGER, DATE, TIME -> ((Number) value).intValue();
      case BIGINT, TIMESTAMP -> ((Number) value).longValue();
      case REAL -> ((Number) value).floatValue();
      case DOUBLE -> ((Number) value).doubleValue();
      case DECIMAL -> decimal((BigDecimal) value, type);
      case VARBINARY -> ((ByteString) value).getBytes();
    };
  }

  private static BigDecimal decimal(BigDecimal value, DataType type) {
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
    if (scaled.precision() > DataType.MAX_DECIMAL_PRECISION) {
      throw new MillraceException(
          ErrorCode.NUMERIC_OUT_OF_RANGE, value.toPlainString() + " does not fit " + type + ".");
    }
    return scaled;
  }
}
