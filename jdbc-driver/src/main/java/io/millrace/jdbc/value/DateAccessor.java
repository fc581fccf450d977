package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Reads DATE, which travels as days since 1970-01-01. */
final class DateAccessor extends ColumnAccessor {

  DateAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "DATE";
  }

  @Override
  LocalDate localDate() throws SQLException {
    Number days = (Number) raw();
    return days == null ? null : LocalDate.ofEpochDay(days.longValue());
  }

  @Override
  LocalDateTime localDateTime() throws SQLException {
    LocalDate value = localDate();
    return value == null ? null : value.atStartOfDay();
  }

  @Override
  public Object getObject() throws SQLException {
    return getDate(null);
  }

  @Override
  public String getString() throws SQLException {
    LocalDate value = localDate();
    return value == null ? null : Conversions.format(value);
  }
}
