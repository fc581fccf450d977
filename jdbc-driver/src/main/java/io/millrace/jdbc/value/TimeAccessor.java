package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** Reads TIME, which travels as milliseconds since midnight. */
final class TimeAccessor extends ColumnAccessor {

  private static final long NANOS_PER_MILLI = 1_000_000;

  TimeAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "TIME";
  }

  @Override
  LocalTime localTime() throws SQLException {
    Number millis = (Number) raw();
    return millis == null ? null : LocalTime.ofNanoOfDay(millis.longValue() * NANOS_PER_MILLI);
  }

  @Override
  LocalDateTime localDateTime() throws SQLException {
    LocalTime value = localTime();
    return value == null ? null : value.atDate(LocalDate.EPOCH);
  }

  @Override
  public Object getObject() throws SQLException {
    return getTime(null);
  }

  @Override
  public String getString() throws SQLException {
    LocalTime value = localTime();
    return value == null ? null : Conversions.format(value);
  }
}
