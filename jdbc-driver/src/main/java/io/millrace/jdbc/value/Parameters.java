package io.millrace.jdbc.value;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;

/**
 * Turns Java objects into parameters as they travel. Dates and times go as what the caller's clock
 * shows, never shifted into another zone.
 */
public final class Parameters {

  private Parameters() {}

  /** Returns the parameter for {@code value}; null is SQL NULL. */
  public static TypedValue of(Object value) throws SQLException {
    if (value == null) {
      return TypedValue.EXPLICIT_NULL;
    } else if (value instanceof String || value instanceof Character) {
      return TypedValue.ofSerial(Rep.STRING, value.toString());
    } else if (value instanceof Boolean) {
      return TypedValue.ofSerial(Rep.BOOLEAN, value);
    } else if (value instanceof Number number) {
      return number(number);
    } else if (value instanceof byte[] bytes) {
      return TypedValue.ofSerial(Rep.BYTE_STRING, new ByteString(bytes).toBase64String());
    }
    return temporal(value);
  }

  private static TypedValue number(Number value) throws SQLException {
    if (value instanceof Long) {
      return TypedValue.ofSerial(Rep.LONG, value);
    } else if (value instanceof Integer) {
      return TypedValue.ofSerial(Rep.INTEGER, value);
    } else if (value instanceof Short) {
      return TypedValue.ofSerial(Rep.SHORT, value);
    } else if (value instanceof Byte) {
      return TypedValue.ofSerial(Rep.BYTE, value);
    } else if (value instanceof Double) {
      return TypedValue.ofSerial(Rep.DOUBLE, value);
    } else if (value instanceof Float) {
      return TypedValue.ofSerial(Rep.FLOAT, value);
    } else if (value instanceof BigDecimal) {
      return TypedValue.ofSerial(Rep.NUMBER, value);
    } else if (value instanceof BigInteger integer) {
      return TypedValue.ofSerial(Rep.NUMBER, new BigDecimal(integer));
    }
    throw unsupported(value);
  }

  @SuppressWarnings("JavaUtilDate") // callers have them
  private static TypedValue temporal(Object value) throws SQLException {
    if (value instanceof LocalDateTime local) {
      return timestamp(local);
    } else if (value instanceof LocalDate local) {
      return date(local);
    } else if (value instanceof LocalTime local) {
      return time(local);
    } else if (value instanceof Timestamp timestamp) {
      return of(timestamp, null);
    } else if (value instanceof Date date) {
      return of(date, null);
    } else if (value instanceof Time time) {
      return of(time, null);
    } else if (value instanceof java.util.Date date) {
      return of(new Timestamp(date.getTime()), null);
    } else if (value instanceof Instant instant) {
      return timestamp(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else if (value instanceof OffsetDateTime offset) {
      return timestamp(LocalDateTime.ofInstant(offset.toInstant(), ZoneOffset.UTC));
    } else if (value instanceof ZonedDateTime zoned) {
      return timestamp(LocalDateTime.ofInstant(zoned.toInstant(), ZoneOffset.UTC));
    }
    throw unsupported(value);
  }

  /** Returns what {@code value} shows in the zone of {@code calendar}, null for the JVM's. */
  public static TypedValue of(Timestamp value, Calendar calendar) {
    return value == null
        ? TypedValue.EXPLICIT_NULL
        : timestamp(Conversions.toLocal(value, calendar));
  }

  /** Returns what {@code value} shows in the zone of {@code calendar}, null for the JVM's. */
  public static TypedValue of(Date value, Calendar calendar) {
    return value == null ? TypedValue.EXPLICIT_NULL : date(Conversions.toLocal(value, calendar));
  }

  /** Returns what {@code value} shows in the zone of {@code calendar}, null for the JVM's. */
  public static TypedValue of(Time value, Calendar calendar) {
    return value == null ? TypedValue.EXPLICIT_NULL : time(Conversions.toLocal(value, calendar));
  }

  private static TypedValue timestamp(LocalDateTime value) {
    // Avatica's timestamps end at the millisecond; the server reads finer ones as text.
    return value.getNano() % 1_000_000 == 0
        ? TypedValue.ofSerial(
            Rep.JAVA_SQL_TIMESTAMP, value.toInstant(ZoneOffset.UTC).toEpochMilli())
        : TypedValue.ofSerial(Rep.STRING, Conversions.format(value));
  }

  private static TypedValue date(LocalDate value) {
    return TypedValue.ofSerial(Rep.JAVA_SQL_DATE, (int) value.toEpochDay());
  }

  private static TypedValue time(LocalTime value) {
    return TypedValue.ofSerial(Rep.JAVA_SQL_TIME, (int) (value.toNanoOfDay() / 1_000_000));
  }

  /**
   * Returns the parameter for {@code value} converted to the SQL type {@code typeId} of {@link
   * Types}; text is parsed.
   */
  public static TypedValue of(Object value, int typeId) throws SQLException {
    if (value == null || typeId == Types.NULL) {
      return TypedValue.EXPLICIT_NULL;
    }
    ColumnAccessor from = accessor(value);
    if (from == null) {
      return of(value);
    }
    return switch (typeId) {
      case Types.TINYINT -> of(from.getByte());
      case Types.SMALLINT -> of(from.getShort());
      case Types.INTEGER -> of(from.getInt());
      case Types.BIGINT -> of(from.getLong());
      case Types.REAL -> of(from.getFloat());
      case Types.FLOAT, Types.DOUBLE -> of(from.getDouble());
      case Types.DECIMAL, Types.NUMERIC -> of(from.getBigDecimal());
      case Types.BOOLEAN, Types.BIT -> of(from.getBoolean());
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR ->
          of(from.getString());
      case Types.DATE -> date(from.localDate());
      case Types.TIME -> time(from.localTime());
      case Types.TIMESTAMP -> timestamp(from.localDateTime());
      default -> of(value);
    };
  }

  /** Returns an accessor that reads {@code value} as a column would be read; null if none can. */
  private static ColumnAccessor accessor(Object value) throws SQLException {
    if (value instanceof String || value instanceof Character) {
      return new StringAccessor(cell(value));
    } else if (value instanceof Boolean) {
      return new BooleanAccessor(cell(value));
    } else if (value instanceof Number) {
      return new NumericAccessor(cell(value), naturalType(value), 0);
    } else if (value instanceof byte[]) {
      return null;
    }
    TypedValue typed = of(value);
    return switch (typed.type) {
      case JAVA_SQL_DATE -> new DateAccessor(cell(typed.value));
      case JAVA_SQL_TIME -> new TimeAccessor(cell(typed.value));
      case JAVA_SQL_TIMESTAMP -> new TimestampAccessor(cell(typed.value), 3);
      default -> new StringAccessor(cell(typed.value));
    };
  }

  private static int naturalType(Object value) {
    if (value instanceof Double) {
      return Types.DOUBLE;
    } else if (value instanceof Float) {
      return Types.REAL;
    }
    return value instanceof BigDecimal || value instanceof BigInteger
        ? Types.DECIMAL
        : Types.BIGINT;
  }

  private static CellReader cell(Object value) {
    return new CellReader() {
      @Override
      public Object read() {
        return value;
      }

      @Override
      public boolean wasNull() {
        return value == null;
      }
    };
  }

  /**
   * Returns the text that {@code reader} gives as a parameter.
   *
   * @param length number of characters to read, negative for all
   */
  public static TypedValue text(Reader reader, long length) throws SQLException {
    if (reader == null) {
      return TypedValue.EXPLICIT_NULL;
    }
    StringWriter text = new StringWriter();
    try {
      long left = length < 0 ? Long.MAX_VALUE : length;
      for (int c; left > 0 && (c = reader.read()) >= 0; left--) {
        text.write(c);
      }
    } catch (IOException e) {
      throw SqlErrors.of(SqlStates.DATA_EXCEPTION, "the parameter's reader failed", e);
    }
    return of(text.toString());
  }

  /**
   * Returns the bytes that {@code stream} gives as a parameter.
   *
   * @param length number of bytes to read, negative for all
   */
  public static TypedValue bytes(InputStream stream, long length) throws SQLException {
    if (stream == null) {
      return TypedValue.EXPLICIT_NULL;
    }
    try {
      int limit = length < 0 ? Integer.MAX_VALUE : Math.toIntExact(length);
      return of(stream.readNBytes(limit));
    } catch (IOException e) {
      throw SqlErrors.of(SqlStates.DATA_EXCEPTION, "the parameter's stream failed", e);
    }
  }

  /**
   * Returns the ASCII text that {@code stream} gives as a parameter.
   *
   * @param length number of bytes to read, negative for all
   */
  public static TypedValue ascii(InputStream stream, long length) throws SQLException {
    return stream == null
        ? TypedValue.EXPLICIT_NULL
        : text(new InputStreamReader(stream, StandardCharsets.US_ASCII), length);
  }

  private static SQLException unsupported(Object value) {
    return SqlErrors.of(
        SqlStates.NOT_CONVERTIBLE,
        "an object of "
            + value.getClass().getName()
            + " cannot be a parameter. Use a number, String, Boolean, byte[], or a date or time");
  }
}
