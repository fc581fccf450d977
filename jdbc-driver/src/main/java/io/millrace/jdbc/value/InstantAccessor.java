package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Calendar;

/**
 * Reads timestamps that name a point in time: TIMESTAMP WITH LOCAL TIME ZONE, which travels as
 * milliseconds since the epoch, and TIMESTAMP WITH TIME ZONE as ISO text. As text they show UTC.
 */
final class InstantAccessor extends ColumnAccessor {

  InstantAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "TIMESTAMP WITH LOCAL TIME ZONE";
  }

  @Override
  Instant instant() throws SQLException {
    Object value = raw();
    if (value == null) {
      return null;
    } else if (value instanceof Number millis) {
      return Instant.ofEpochMilli(millis.longValue());
    }
    try {
      return OffsetDateTime.parse(value.toString()).toInstant();
    } catch (DateTimeParseException e) {
      throw Conversions.notConvertible(value, "a timestamp with time zone", e);
    }
  }

  /** Returns what a clock in the zone of this JVM shows. */
  @Override
  LocalDateTime localDateTime() throws SQLException {
    Instant value = instant();
    return value == null ? null : LocalDateTime.ofInstant(value, ZoneId.systemDefault());
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

  /** A point in time is the same in every zone. */
  @Override
  public Timestamp getTimestamp(Calendar calendar) throws SQLException {
    Instant value = instant();
    return value == null ? null : Timestamp.from(value);
  }

  @Override
  public Object getObject() throws SQLException {
    Instant value = instant();
    return value == null ? null : value.atOffset(ZoneOffset.UTC);
  }

  @Override
  public String getString() throws SQLException {
    Instant value = instant();
    return value == null ? null : Conversions.format(value);
  }
}
