package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;

/**
 * Turns parameters as they travel into values of the types that the statement declares. Nothing is
 * rounded or cut: what does not fit is refused, saying which parameter it is.
 */
final class ParameterValues {
  private static final long DAY_MILLIS = 86_400_000L;

  private ParameterValues() {}

  /**
   * @param types what the statement declares
   * @param given what the client sent
   * @return one value for each type, as {@link io.millrace.executor.read.RelationRows} has them
   */
  static List<Object> of(List<DataType> types, List<TypedValue> given) {
    if (types.size() != given.size()) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement has "
              + types.size()
              + (types.size() == 1 ? " parameter" : " parameters")
              + ", but "
              + given.size()
              + " came with it.");
    }
    List<Object> values = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      values.add(new Parameter(i + 1, types.get(i), given.get(i)).convert());
    }
    return values;
  }

  /** One parameter on its way to its declared type. */
  private record Parameter(int number, DataType type, TypedValue given) {

    Object convert() {
      Object value = given == null ? null : given.value;
      if (value == null) {
        return null;
      }
      return switch (type.kind()) {
        case BOOLEAN -> toBoolean(value);
        case TINYINT -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case SMALLINT -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
        case INTEGER -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        case BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
        case REAL -> toReal(value);
        case DOUBLE -> toDouble(value);
        case DECIMAL -> decimal(value);
        case VARCHAR -> toText(value);
        case VARBINARY -> bytes(value);
        case DATE -> date(value);
        case TIME -> time(value);
        case TIMESTAMP -> timestamp(value);
      };
    }

    private boolean isTemporal() {
      return given.type == Rep.JAVA_SQL_DATE
          || given.type == Rep.JAVA_SQL_TIME
          || given.type == Rep.JAVA_SQL_TIMESTAMP;
    }

    private Boolean toBoolean(Object value) {
      if (value instanceof Boolean b) {
        return b;
      } else if (value instanceof String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
          case "true" -> true;
          case "false" -> false;
          default -> throw mismatch(value);
        };
      }
      throw mismatch(value);
    }

    /** The value as an exact number; text is parsed. */
    private BigDecimal number(Object value) {
      if (isTemporal()) {
        throw mismatch(value);
      }
      try {
        if (value instanceof BigDecimal exact) {
          return exact;
        } else if (value instanceof Double || value instanceof String) {
          return new BigDecimal(value.toString().trim());
        } else if (value instanceof Float f) {
          return new BigDecimal(f.toString());
        } else if (value instanceof Number n) {
          return BigDecimal.valueOf(n.longValue());
        }
      } catch (NumberFormatException e) {
        throw mismatch(value);
      }
      throw mismatch(value);
    }

    private long whole(Object value, long min, long max) {
      BigDecimal exact = number(value);
      // Also keeps 1E+1000000000 from being written out.
      if (exact.signum() != 0 && exact.precision() - (long) exact.scale() > 20) {
        throw outOfRange(exact);
      }
      BigDecimal rounded = exact.setScale(0, RoundingMode.DOWN);
      if (rounded.compareTo(exact) != 0) {
        throw new MillraceException(
            ErrorCode.TYPE_MISMATCH,
            named() + " is " + type + ", but " + shown(exact) + " is no whole number.");
      }
      if (rounded.compareTo(BigDecimal.valueOf(min)) < 0
          || rounded.compareTo(BigDecimal.valueOf(max)) > 0) {
        throw outOfRange(exact);
      }
      return rounded.longValueExact();
    }

    private BigDecimal decimal(Object value) {
      BigDecimal exact = number(value);
      if (exact.signum() != 0
          && exact.precision() - (long) exact.scale() > type.precision() - type.scale()) {
        throw outOfRange(exact);
      }
      try {
        return exact.setScale(type.scale(), RoundingMode.UNNECESSARY);
      } catch (ArithmeticException e) {
        throw new MillraceException(
            ErrorCode.NUMERIC_OUT_OF_RANGE,
            named()
                + " is "
                + type
                + ", but "
                + shown(exact)
                + " has more digits after the point. Round it, or write CAST(? AS DECIMAL("
                + DataType.MAX_DECIMAL_PRECISION
                + ", "
                + Math.min(DataType.MAX_DECIMAL_PRECISION, exact.scale())
                + ")).",
            e);
      }
    }

    private Float toReal(Object value) {
      Double wide = toDouble(value);
      float narrow = wide.floatValue();
      if (Float.isInfinite(narrow) && !wide.isInfinite()) {
        throw outOfRange(number(value));
      }
      return value instanceof Float f ? f : narrow;
    }

    private Double toDouble(Object value) {
      if (isTemporal()) {
        throw mismatch(value);
      }
      if (value instanceof Number n) {
        return n.doubleValue();
      } else if (value instanceof String text) {
        try {
          return Double.valueOf(text.trim());
        } catch (NumberFormatException e) {
          throw mismatch(value);
        }
      }
      throw mismatch(value);
    }

    private String toText(Object value) {
      if (value instanceof String || value instanceof Character) {
        return value.toString();
      }
      throw mismatch(value);
    }

    private byte[] bytes(Object value) {
      if (value instanceof byte[] bytes) {
        return bytes;
      } else if (value instanceof ByteString bytes) {
        return bytes.getBytes();
      } else if (given.type == Rep.BYTE_STRING && value instanceof String base64) {
        return Base64.getDecoder().decode(base64);
      }
      throw mismatch(value);
    }

    private Integer date(Object value) {
      if (given.type == Rep.JAVA_SQL_DATE && value instanceof Number days) {
        return days.intValue();
      } else if (given.type == Rep.JAVA_SQL_TIMESTAMP && value instanceof Number millis) {
        if (Math.floorMod(millis.longValue(), DAY_MILLIS) != 0) {
          throw new MillraceException(
              ErrorCode.TYPE_MISMATCH,
              named() + " is DATE, but a timestamp came that is not midnight. Pass a date.");
        }
        return (int) Math.floorDiv(millis.longValue(), DAY_MILLIS);
      } else if (value instanceof String text) {
        try {
          return Math.toIntExact(LocalDate.parse(text.trim()).toEpochDay());
        } catch (DateTimeParseException | ArithmeticException e) {
          throw mismatch(value);
        }
      }
      throw mismatch(value);
    }

    private Integer time(Object value) {
      if (given.type == Rep.JAVA_SQL_TIME && value instanceof Number millis) {
        return millis.intValue();
      } else if (value instanceof String text) {
        try {
          return (int) (LocalTime.parse(text.trim()).toNanoOfDay() / 1_000_000);
        } catch (DateTimeParseException e) {
          throw mismatch(value);
        }
      }
      throw mismatch(value);
    }

    private Long timestamp(Object value) {
      TimestampUnit unit = TimestampUnit.of(type);
      try {
        if (given.type == Rep.JAVA_SQL_TIMESTAMP && value instanceof Number millis) {
          return unit.ofMillis(millis.longValue());
        } else if (given.type == Rep.JAVA_SQL_DATE && value instanceof Number days) {
          return Math.multiplyExact(days.longValue(), unit.perDay());
        } else if (value instanceof String text) {
          return timestamp(text.trim(), unit);
        }
      } catch (DateTimeParseException | ArithmeticException e) {
        throw mismatch(value);
      }
      throw mismatch(value);
    }

    private static long timestamp(String text, TimestampUnit unit) {
      boolean dateOnly = text.length() <= 10;
      return unit.of(
          dateOnly
              ? LocalDate.parse(text).atStartOfDay()
              : LocalDateTime.parse(text.replace(' ', 'T')));
    }

    private String named() {
      return "Parameter " + number;
    }

    private MillraceException outOfRange(BigDecimal value) {
      return new MillraceException(
          ErrorCode.NUMERIC_OUT_OF_RANGE,
          named() + " is " + type + ", which has no room for " + shown(value) + ".");
    }

    private MillraceException mismatch(Object value) {
      return new MillraceException(
          ErrorCode.TYPE_MISMATCH,
          named() + " is " + type.withNullable(true) + ", but " + described(value) + " came.");
    }

    private String described(Object value) {
      return switch (given.type) {
        case JAVA_SQL_DATE -> "a date";
        case JAVA_SQL_TIME -> "a time";
        case JAVA_SQL_TIMESTAMP -> "a timestamp";
        case BYTE_STRING -> "bytes";
        default ->
            value instanceof String text
                ? "the text '" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "'"
                : value instanceof Number || value instanceof Boolean
                    ? "the value " + value
                    : "an object of " + value.getClass().getSimpleName();
      };
    }

    private static String shown(BigDecimal value) {
      return Math.abs((long) value.scale()) > 50 ? value.toString() : value.toPlainString();
    }
  }
}
