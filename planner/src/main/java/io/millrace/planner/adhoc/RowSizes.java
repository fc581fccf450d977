package io.millrace.planner.adhoc;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;

/** How much of the heap rows take, rather too much than too little. */
public final class RowSizes {
  private static final int ARRAY_BYTES = 24;
  private static final int REFERENCE_BYTES = 8;
  private static final int VALUE_BYTES = 16;
  private static final int TEXT_BYTES = 48;
  private static final int DECIMAL_BYTES = 72;

  private RowSizes() {}

  /**
   * @param row an array or a list of values, or the value of a row that has one; may be null
   */
  public static long of(Object row) {
    if (row instanceof Object[] values) {
      long bytes = ARRAY_BYTES;
      for (Object value : values) {
        bytes += REFERENCE_BYTES + value(value);
      }
      return bytes;
    }
    if (row instanceof List<?> values) {
      long bytes = 2 * ARRAY_BYTES;
      for (Object value : values) {
        bytes += REFERENCE_BYTES + value(value);
      }
      return bytes;
    }
    return REFERENCE_BYTES + value(row);
  }

  private static long value(Object value) {
    if (value == null || value instanceof Boolean) {
      return 0;
    } else if (value instanceof String text) {
      return TEXT_BYTES + 2L * text.length();
    } else if (value instanceof byte[] binary) {
      return ARRAY_BYTES + binary.length;
    } else if (value instanceof ByteString binary) {
      return 2 * ARRAY_BYTES + binary.length();
    } else if (value instanceof BigDecimal) {
      return DECIMAL_BYTES;
    } else if (value instanceof Object[] || value instanceof List) {
      return of(value);
    }
    return VALUE_BYTES;
  }
}
