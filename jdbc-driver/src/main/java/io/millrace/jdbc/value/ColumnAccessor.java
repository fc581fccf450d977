package io.millrace.jdbc.value;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.util.Cursor;
import org.joou.UByte;
import org.joou.UInteger;
import org.joou.ULong;
import org.joou.UShort;

/**
 * Reads one column as any Java type that makes sense for it. A subclass serves one family of SQL
 * types and overrides the conversions that family has; the others are refused with a clear message.
 *
 * <p>Every getter returns null, 0 or false for SQL NULL and leaves that in {@link #wasNull}.
 */
public abstract class ColumnAccessor implements Cursor.Accessor {

  private final CellReader cell;

  ColumnAccessor(CellReader cell) {
    this.cell = cell;
  }

  /** Returns the value as it came over the wire, or null. */
  final Object raw() throws SQLException {
    return cell.read();
  }

  /** Returns the name of the type family for messages. */
  abstract String sqlName();

  /** Returns the value as JDBC maps the SQL type by default, or null. */
  @Override
  public abstract Object getObject() throws SQLException;

  @Override
  public abstract String getString() throws SQLException;

  final SQLException cannotConvert(String target) {
    return SqlErrors.of(
        SqlStates.NOT_CONVERTIBLE,
        "a column of type " + sqlName() + " cannot be read as " + target);
  }

  LocalDate localDate() throws SQLException {
    throw cannotConvert("a date");
  }

  LocalTime localTime() throws SQLException {
    throw cannotConvert("a time");
  }

  LocalDateTime localDateTime() throws SQLException {
    throw cannotConvert("a timestamp");
  }

  Instant instant() throws SQLException {
    throw cannotConvert("an instant: it has no time zone. Read it as LocalDateTime");
  }

  @Override
  public boolean wasNull() {
    return cell.wasNull();
  }

  @Override
  public BigDecimal getBigDecimal() throws SQLException {
    throw cannotConvert("a number");
  }

  @Override
  public BigDecimal getBigDecimal(int scale) throws SQLException {
    BigDecimal value = getBigDecimal();
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public boolean getBoolean() throws SQLException {
    BigDecimal value = getBigDecimal();
    return value != null && value.signum() != 0;
  }

  @Override
  public long getLong() throws SQLException {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  @Override
  public int getInt() throws SQLException {
    return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  @Override
  public short getShort() throws SQLException {
    return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  @Override
  public byte getByte() throws SQLException {
    return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  /** Returns the value without its fraction, and refuses what lies outside of the bounds. */
  long integer(long min, long max, String target) throws SQLException {
    BigDecimal value = getBigDecimal();
    if (value == null) {
      return 0;
    }
    BigInteger whole = value.toBigInteger();
    if (whole.bitLength() > 63 || whole.longValue() < min || whole.longValue() > max) {
      throw Conversions.outOfRange(value.toPlainString(), target);
    }
    return whole.longValue();
  }

  @Override
  public double getDouble() throws SQLException {
    BigDecimal value = getBigDecimal();
    return value == null ? 0 : value.doubleValue();
  }

  @Override
  public float getFloat() throws SQLException {
    return (float) getDouble();
  }

  @Override
  public byte[] getBytes() throws SQLException {
    throw cannotConvert("bytes");
  }

  @Override
  public Date getDate(Calendar calendar) throws SQLException {
    LocalDate value = localDate();
    return value == null ? null : Conversions.toDate(value, calendar);
  }

  @Override
  public Time getTime(Calendar calendar) throws SQLException {
    LocalTime value = localTime();
    return value == null ? null : Conversions.toTime(value, calendar);
  }

  @Override
  public Timestamp getTimestamp(Calendar calendar) throws SQLException {
    LocalDateTime value = localDateTime();
    return value == null ? null : Conversions.toTimestamp(value, calendar);
  }

  @Override
  public <T> T getObject(Class<T> type) throws SQLException {
    if (type == null) {
      throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "the class to read a column as is null");
    }
    Object value = convert(type);
    return value == null || wasNull() ? null : type.cast(value);
  }

  private Object convert(Class<?> type) throws SQLException {
    if (type == Object.class) {
      return getObject();
    } else if (type == String.class) {
      return getString();
    } else if (type == byte[].class) {
      return getBytes();
    } else if (type == Boolean.class) {
      return getBoolean();
    } else if (Number.class.isAssignableFrom(type)) {
      return convertNumber(type);
    } else {
      return convertTemporal(type);
    }
  }

  private Object convertNumber(Class<?> type) throws SQLException {
    if (type == Byte.class) {
      return getByte();
    } else if (type == Short.class) {
      return getShort();
    } else if (type == Integer.class) {
      return getInt();
    } else if (type == Long.class) {
      return getLong();
    } else if (type == Float.class) {
      return getFloat();
    } else if (type == Double.class) {
      return getDouble();
    } else if (type == BigInteger.class) {
      BigDecimal value = getBigDecimal();
      return value == null ? null : value.toBigInteger();
    } else if (type == BigDecimal.class || type == Number.class) {
      return getBigDecimal();
    }
    throw cannotConvert(type.getName());
  }

  private Object convertTemporal(Class<?> type) throws SQLException {
    if (type == LocalDate.class) {
      return localDate();
    } else if (type == LocalTime.class) {
      return localTime();
    } else if (type == LocalDateTime.class) {
      return localDateTime();
    } else if (type == Date.class) {
      return getDate(null);
    } else if (type == Time.class) {
      return getTime(null);
    } else if (type == Timestamp.class || type == java.util.Date.class) {
      return getTimestamp(null);
    } else if (type == Instant.class) {
      return instant();
    } else if (type == OffsetDateTime.class) {
      Instant value = instant();
      return value == null ? null : value.atOffset(ZoneOffset.UTC);
    } else if (type == ZonedDateTime.class) {
      Instant value = instant();
      return value == null ? null : value.atZone(ZoneOffset.UTC);
    }
    throw cannotConvert(type.getName());
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    String value = getString();
    return value == null ? null : new StringReader(value);
  }

  @Override
  public Reader getNCharacterStream() throws SQLException {
    return getCharacterStream();
  }

  @Override
  public String getNString() throws SQLException {
    return getString();
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    throw cannotConvert("an ASCII stream");
  }

  @Override
  public InputStream getUnicodeStream() throws SQLException {
    throw cannotConvert("a Unicode stream");
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    throw cannotConvert("a binary stream");
  }

  @Override
  public Object getObject(Map<String, Class<?>> map) throws SQLException {
    if (map == null || map.isEmpty()) {
      return getObject();
    }
    throw cannotConvert("a class of a type map");
  }

  @Override
  public UByte getUByte() throws SQLException {
    return UByte.valueOf((short) integer(0, 255, "unsigned byte"));
  }

  @Override
  public UShort getUShort() throws SQLException {
    return UShort.valueOf((int) integer(0, 65_535, "unsigned short"));
  }

  @Override
  public UInteger getUInt() throws SQLException {
    return UInteger.valueOf(integer(0, 4_294_967_295L, "unsigned int"));
  }

  @Override
  public ULong getULong() throws SQLException {
    BigDecimal value = getBigDecimal();
    return value == null ? ULong.valueOf(0) : ULong.valueOf(value.toBigInteger());
  }

  @Override
  public Ref getRef() throws SQLException {
    throw cannotConvert("a Ref");
  }

  @Override
  public Blob getBlob() throws SQLException {
    throw cannotConvert("a Blob; use getBytes");
  }

  @Override
  public Clob getClob() throws SQLException {
    throw cannotConvert("a Clob; use getString");
  }

  @Override
  public NClob getNClob() throws SQLException {
    throw cannotConvert("an NClob; use getString");
  }

  @Override
  public Array getArray() throws SQLException {
    throw cannotConvert("an Array");
  }

  @Override
  public Struct getStruct() throws SQLException {
    throw cannotConvert("a Struct");
  }

  @Override
  public URL getURL() throws SQLException {
    throw cannotConvert("a URL; use getString");
  }

  @Override
  public SQLXML getSQLXML() throws SQLException {
    throw cannotConvert("an SQLXML");
  }
}
