package io.millrace.executor.operator.packed;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.OrderedBytes;
import java.util.Arrays;
import java.util.List;

/**
 * An order of packed rows: by some columns, ascending, NULL first; then, of rows that are equal so
 * far, 0.0 before -0.0 in some columns.
 */
public final class PackedOrder {
  private final PackedLayout layout;
  private final int[] columns;
  private final int[] zeros;

  /**
   * @param columns packed columns
   * @param zeros packed columns; of them those of REAL or DOUBLE count
   */
  public PackedOrder(PackedLayout layout, List<Integer> columns, List<Integer> zeros) {
    this.layout = layout;
    this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
    this.zeros =
        zeros.stream()
            .mapToInt(Integer::intValue)
            .filter(
                column ->
                    layout.type(column).kind() == TypeKind.REAL
                        || layout.type(column).kind() == TypeKind.DOUBLE)
            .toArray();
  }

  /** Below 0 if the first row comes before the second, 0 if they are equal. */
  public int compare(byte[] bytes, int start, byte[] others, int other) {
    for (int column : columns) {
      boolean isNull = layout.isNull(column, bytes, start);
      boolean otherIsNull = layout.isNull(column, others, other);
      int order =
          isNull || otherIsNull
              ? Boolean.compare(otherIsNull, isNull)
              : compareValues(column, bytes, start, others, other);
      if (order != 0) {
        return order;
      }
    }
    for (int column : zeros) {
      int order =
          Boolean.compare(
              isNegativeZero(column, bytes, start), isNegativeZero(column, others, other));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compareValues(int column, byte[] bytes, int start, byte[] others, int other) {
    DataType type = layout.type(column);
    int a = start + layout.place(column);
    int b = other + layout.place(column);
    return switch (type.kind()) {
      case BOOLEAN, TINYINT -> Byte.compare(bytes[a], others[b]);
      case SMALLINT ->
          Short.compare(PackedBytes.getShort(bytes, a), PackedBytes.getShort(others, b));
      case INTEGER, DATE, TIME ->
          Integer.compare(PackedBytes.getInt(bytes, a), PackedBytes.getInt(others, b));
      case BIGINT, TIMESTAMP ->
          Long.compare(PackedBytes.getLong(bytes, a), PackedBytes.getLong(others, b));
      case REAL, DOUBLE ->
          Long.compare(
              OrderedBytes.orderOf(floating(type, bytes, a)),
              OrderedBytes.orderOf(floating(type, others, b)));
      case DECIMAL -> compareDecimals(type.isLongDecimal(), bytes, a, others, b);
      case VARCHAR, VARBINARY -> {
        int text = start + layout.fixedBytes();
        int otherText = other + layout.fixedBytes();
        yield Arrays.compareUnsigned(
            bytes,
            text + layout.begin(column, bytes, start),
            text + layout.end(column, bytes, start),
            others,
            otherText + layout.begin(column, others, other),
            otherText + layout.end(column, others, other));
      }
    };
  }

  private static int compareDecimals(boolean isLong, byte[] bytes, int a, byte[] others, int b) {
    long low = PackedBytes.getLong(bytes, a);
    long otherLow = PackedBytes.getLong(others, b);
    if (isLong) {
      return Long.compare(low, otherLow);
    }
    int order = Long.compare(PackedBytes.getLong(bytes, a + 8), PackedBytes.getLong(others, b + 8));
    return order != 0 ? order : Long.compareUnsigned(low, otherLow);
  }

  private static double floating(DataType type, byte[] bytes, int at) {
    return type.kind() == TypeKind.REAL
        ? Float.intBitsToFloat(PackedBytes.getInt(bytes, at))
        : Double.longBitsToDouble(PackedBytes.getLong(bytes, at));
  }

  private boolean isNegativeZero(int column, byte[] bytes, int start) {
    double value = floating(layout.type(column), bytes, start + layout.place(column));
    return Double.doubleToRawLongBits(value) == Long.MIN_VALUE;
  }
}
