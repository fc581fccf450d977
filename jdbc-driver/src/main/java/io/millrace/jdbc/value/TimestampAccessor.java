package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Reads TIMESTAMP, a date and time without a zone, which travels as the milliseconds from
 * 1970-01-01 00:00:00 that a clock without time shifts would count.
 */
final class TimestampAccessor extends ColumnAccessor {

  TimestampAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "TIMESTAMP";
  }

  @Override
  LocalDateTime localDateTime() throws SQLException {
    Number millis = (Number) raw();
    if (millis == null) {
      return null;
    }
    long value = millis.longValue();
    int nanos = (int) Math.floorMod(value, 1_000L) * 1_000_000;
    return LocalDateTime.ofEpochSecond(Math.floorDiv(value, 1_000L), nanos, ZoneOffset.UTC);
  }

  @Override
  LocalDate localDate() throws SQLException {
    LocalDateTime value = localDateTime();
    return value == null ? null : value.toLocalDate();
  }

  @Override
  LocalTime localTime() throws SQLException {
    LocalDateTime value = localDateTime();
    return value == null ? null : value.toLocalTime();
  }

  @Override
  public Object getObject() throws SQLException {
    return getTimestamp(null);
  }

  @Override
  public String getString() throws SQLException {
    LocalDateTime value = localDateTime();
    return value == null ? null : Conversions.format(value);
  }
}
