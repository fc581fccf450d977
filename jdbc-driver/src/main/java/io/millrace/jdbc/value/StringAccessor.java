package io.millrace.jdbc.value;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;

/** Reads CHAR and VARCHAR; numbers, dates and times are parsed from their SQL text form. */
final class StringAccessor extends ColumnAccessor {

  StringAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "VARCHAR";
  }

  @Override
  public Object getObject() throws SQLException {
    return getString();
  }

  @Override
  public String getString() throws SQLException {
    Object value = raw();
    return value == null ? null : value.toString();
  }

  @Override
  public BigDecimal getBigDecimal() throws SQLException {
    String value = getString();
    return value == null ? null : Conversions.parseNumber(value);
  }

  @Override
  public boolean getBoolean() throws SQLException {
    String value = getString();
    if (value == null) {
      return false;
    }
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> true;
      case "false", "f", "0" -> false;
      default -> throw Conversions.notConvertible(value, "BOOLEAN (true or false)", null);
    };
  }

  @Override
  LocalDate localDate() throws SQLException {
    String value = getString();
    return value == null ? null : Conversions.parseDate(value);
  }

  @Override
  LocalTime localTime() throws SQLException {
    String value = getString();
    return value == null ? null : Conversions.parseTime(value);
  }

  @Override
  LocalDateTime localDateTime() throws SQLException {
    String value = getString();
    return value == null ? null : Conversions.parseTimestamp(value);
  }

  @Override
  public byte[] getBytes() throws SQLException {
    String value = getString();
    return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    String value = getString();
    return value == null
        ? null
        : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    byte[] value = getBytes();
    return value == null ? null : new ByteArrayInputStream(value);
  }
}
