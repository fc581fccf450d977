package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.function.SqlDecimals;
import io.millrace.core.function.SqlDoubles;
import io.millrace.core.function.SqlTimes;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Makes values fit a column: numbers are rounded to its scale, text is read as what the column
 * holds, and what does not fit is an error that names the column. Thread-safe.
 */
final class ColumnAssignment {
  private final String table;
  private final Column column;

  ColumnAssignment(String table, Column column) {
    this.table = table;
    this.column = column;
  }

  Column column() {
    return column;
  }

  /** Whether values of a type can be assigned at all. */
  boolean accepts(TypeKind from) {
    TypeKind to = column.type().kind();
    boolean related =
        isNumber(to) && isNumber(from)
            || to == TypeKind.TIMESTAMP && from == TypeKind.DATE
            || to == TypeKind.DATE && from == TypeKind.TIMESTAMP;
    boolean read = from == TypeKind.VARCHAR && to != TypeKind.VARBINARY;
    return to == from || related || read;
  }

  private static boolean isNumber(TypeKind kind) {
    return switch (kind) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  /** The message for values of a type that is not accepted. */
  String refusal(DataType from) {
    return "column '"
        + column.name()
        + "' is "
        + column.type().withNullable(true)
        + ", and the value is "
        + from.withNullable(true)
        + "; write CAST(… AS "
        + column.type().withNullable(true)
        + ") if that is meant";
  }

  /**
   * The value in the column's representation.
   *
   * @param value of a kind that is accepted, or null
   * @param from the type that has it
   * @param row its number in the statement from 1, for messages; 0 for none
   */
  Object assign(Object value, DataType from, long row) {
    DataType type = column.type();
    if (value == null) {
      if (!type.nullable()) {
        throw error(ErrorCode.NOT_NULL_VIOLATION, row, "NULL is not allowed there", null);
      }
      return null;
    }
    try {
      Object converted = convert(value, from, type);
      checkLength(converted, row);
      return converted;
    } catch (ArithmeticException e) {
      String message = display(value, from) + " does not fit " + type.withNullable(true);
      throw error(ErrorCode.NUMERIC_OUT_OF_RANGE, row, message, e);
    } catch (IllegalArgumentException e) {
      String message = "'" + value + "' is no " + type.withNullable(true);
      throw error(ErrorCode.INVALID_VALUE, row, message, e);
    }
  }

  /** As SQL writes it, not as the engine holds it. */
  private static String display(Object value, DataType from) {
    return switch (from.kind()) {
      case TIMESTAMP -> SqlTimes.timestamp((Long) value, TimestampUnit.of(from).perSecond());
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      default -> value.toString();
    };
  }

  private static Object convert(Object value, DataType from, DataType type) {
    if (from.kind() == TypeKind.VARCHAR && type.kind() != TypeKind.VARCHAR) {
      return ValueText.parse((String) value, type);
    }
    return switch (type.kind()) {
      case TINYINT -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case REAL -> real((Number) value);
      case DOUBLE -> finite(((Number) value).doubleValue(), value);
      case DECIMAL -> SqlDecimals.fit(decimal(value), type.precision(), type.scale());
      case DATE ->
          from.kind() == TypeKind.TIMESTAMP
              ? (int) Math.floorDiv((Long) value, TimestampUnit.of(from).perDay())
              : (Integer) value;
      case TIME -> (int) TimestampUnit.MILLISECOND.cut((Integer) value, type.precision());
      case TIMESTAMP -> timestamp(value, from, type.precision());
      case BOOLEAN, VARCHAR, VARBINARY -> value;
    };
  }

  private static long timestamp(Object value, DataType from, int precision) {
    TimestampUnit unit = TimestampUnit.of(precision);
    return from.kind() == TypeKind.DATE
        ? Math.multiplyExact((Integer) value, unit.perDay())
        : SqlTimes.rescale(
            (Long) value,
            TimestampUnit.of(from).perSecond(),
            unit.perSecond(),
            unit.step(precision));
  }

  private static long whole(Object value, long least, long greatest) {
    if (value instanceof Double || value instanceof Float) {
      return SqlDoubles.toLong(((Number) value).doubleValue(), least, greatest);
    }
    long whole =
        value instanceof BigDecimal decimal
            ? decimal.setScale(0, java.math.RoundingMode.HALF_UP).longValueExact()
            : ((Number) value).longValue();
    if (whole < least || whole > greatest) {
      throw new ArithmeticException("out of range");
    }
    return whole;
  }

  private static float real(Number value) {
    float real = value.floatValue();
    if (Float.isInfinite(real) && !Double.isInfinite(value.doubleValue())) {
      throw new ArithmeticException("out of range");
    }
    return real;
  }

  private static double finite(double value, Object source) {
    if (Double.isInfinite(value) && source instanceof BigDecimal) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  private static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        throw new ArithmeticException("out of range");
      }
      return new BigDecimal(value.toString());
    }
    return BigDecimal.valueOf(((Number) value).longValue());
  }

  private void checkLength(Object value, long row) {
    int most = column.type().precision();
    if (most == DataType.UNBOUNDED) {
      return;
    }
    long length = 0;
    if (value instanceof String text) {
      length = text.codePointCount(0, text.length());
    } else if (value instanceof byte[] bytes) {
      length = bytes.length;
    }
    if (length > most) {
      throw error(
          ErrorCode.STRING_TOO_LONG,
          row,
          "the value is " + length + " long, and the most is " + most,
          null);
    }
  }

  private MillraceException error(ErrorCode code, long row, String message, Throwable cause) {
    return new MillraceException(
        code,
        "Column '"
            + column.name()
            + "' of '"
            + table
            + "'"
            + (row > 0 ? ", row " + row : "")
            + ": "
            + message
            + ".",
        cause);
  }
}
