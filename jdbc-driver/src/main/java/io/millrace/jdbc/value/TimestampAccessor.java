package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Reads TIMESTAMP, a date and time without a zone, which travels as the milliseconds, microseconds
 * or nanoseconds from 1970-01-01 00:00:00 that a clock without time shifts would count: the
 * coarsest of these that has all digits of the column.
 */
final class TimestampAccessor extends ColumnAccessor {

  private static final int DIGITS_OF_NANOS = 9;

  private final long perSecond;

  /**
   * @param digits of the second's fraction that the column has, 0 to 9
   */
  TimestampAccessor(CellReader cell, int digits) {
    super(cell);
    this.perSecond = digits > 6 ? 1_000_000_000L : digits > 3 ? 1_000_000L : 1_000L;
  }

  /**
   * @param characters of the column's values as text
   */
  static int digits(int characters) {
    return Math.max(0, Math.min(DIGITS_OF_NANOS, characters - "yyyy-MM-dd HH:mm:ss.".length()));
  }

  @Override
  String sqlName() {
    return "TIMESTAMP";
  }

  @Override
  LocalDateTime localDateTime() throws SQLException {
    Number units = (Number) raw();
    if (units == null) {
      return null;
    }
    long value = units.longValue();
    long nanos = Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, perSecond), (int) nanos, ZoneOffset.UTC);
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
