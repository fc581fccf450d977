package io.millrace.jdbc.value;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * Conversions that accessors and parameters share: the text form of dates and times, and the way
 * from local values to the classes of {@code java.sql}, which carry a time zone in secret.
 */
final class Conversions {

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 9, SignStyle.NORMAL)
          .appendPattern("-MM-dd")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendLiteral(' ')
          .append(TIME)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private Conversions() {}

  static String format(LocalDate date) {
    return DATE.format(date);
  }

  static String format(LocalTime time) {
    return TIME.format(time);
  }

  static String format(LocalDateTime timestamp) {
    return TIMESTAMP.format(timestamp);
  }

  static String format(Instant instant) {
    return TIMESTAMP.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "+00:00";
  }

  static LocalDate parseDate(String text) throws SQLException {
    String trimmed = text.trim();
    try {
      return trimmed.length() > 10
          ? parseTimestamp(trimmed).toLocalDate()
          : LocalDate.parse(trimmed, DATE);
    } catch (DateTimeParseException e) {
      throw notConvertible(text, "DATE (yyyy-mm-dd)", e);
    }
  }

  static LocalTime parseTime(String text) throws SQLException {
    String trimmed = text.trim();
    try {
      return trimmed.indexOf('-') > 0
          ? parseTimestamp(trimmed).toLocalTime()
          : LocalTime.parse(trimmed, TIME);
    } catch (DateTimeParseException e) {
      throw notConvertible(text, "TIME (hh:mm:ss)", e);
    }
  }

  static LocalDateTime parseTimestamp(String text) throws SQLException {
    String trimmed = text.trim();
    try {
      return trimmed.length() <= 10
          ? LocalDate.parse(trimmed, DATE).atStartOfDay()
          : LocalDateTime.parse(trimmed.replace('T', ' '), TIMESTAMP);
    } catch (DateTimeParseException e) {
      throw notConvertible(text, "TIMESTAMP (yyyy-mm-dd hh:mm:ss)", e);
    }
  }

  static BigDecimal parseNumber(String text) throws SQLException {
    try {
      return new BigDecimal(text.trim());
    } catch (NumberFormatException e) {
      throw notConvertible(text, "a number", e);
    }
  }

  /**
   * Returns the {@code java.sql.Timestamp} that shows {@code local} in the zone of {@code calendar}
   * (the JVM's own when null). A time that the zone skips becomes the next one it has.
   */
  static Timestamp toTimestamp(LocalDateTime local, Calendar calendar) {
    if (isDefaultZone(calendar)) {
      return Timestamp.valueOf(local);
    }
    Timestamp timestamp = new Timestamp(toMillis(local, calendar));
    timestamp.setNanos(local.getNano());
    return timestamp;
  }

  static Date toDate(LocalDate local, Calendar calendar) {
    return isDefaultZone(calendar)
        ? Date.valueOf(local)
        : new Date(toMillis(local.atStartOfDay(), calendar));
  }

  static Time toTime(LocalTime local, Calendar calendar) {
    // Time.valueOf would lose the milliseconds.
    Calendar zone = isDefaultZone(calendar) ? new GregorianCalendar() : calendar;
    return new Time(toMillis(local.atDate(LocalDate.EPOCH), zone));
  }

  private static boolean isDefaultZone(Calendar calendar) {
    return calendar == null || calendar.getTimeZone().equals(TimeZone.getDefault());
  }

  private static long toMillis(LocalDateTime local, Calendar calendar) {
    Calendar copy = (Calendar) calendar.clone();
    copy.clear();
    copy.set(
        local.getYear(),
        local.getMonthValue() - 1,
        local.getDayOfMonth(),
        local.getHour(),
        local.getMinute(),
        local.getSecond());
    return copy.getTimeInMillis() + local.get(ChronoField.MILLI_OF_SECOND);
  }

  /** Returns what {@code timestamp} shows in the zone of {@code calendar}, null for the JVM's. */
  static LocalDateTime toLocal(Timestamp timestamp, Calendar calendar) {
    return isDefaultZone(calendar)
        ? timestamp.toLocalDateTime()
        : toLocal(timestamp.getTime(), calendar).withNano(timestamp.getNanos());
  }

  static LocalDate toLocal(Date date, Calendar calendar) {
    return isDefaultZone(calendar)
        ? date.toLocalDate()
        : toLocal(date.getTime(), calendar).toLocalDate();
  }

  static LocalTime toLocal(Time time, Calendar calendar) {
    Calendar zone = isDefaultZone(calendar) ? new GregorianCalendar() : calendar;
    return toLocal(time.getTime(), zone).toLocalTime();
  }

  private static LocalDateTime toLocal(long millis, Calendar calendar) {
    Calendar copy = (Calendar) calendar.clone();
    copy.setTimeInMillis(millis);
    return LocalDateTime.of(
        copy.get(Calendar.YEAR),
        copy.get(Calendar.MONTH) + 1,
        copy.get(Calendar.DAY_OF_MONTH),
        copy.get(Calendar.HOUR_OF_DAY),
        copy.get(Calendar.MINUTE),
        copy.get(Calendar.SECOND),
        copy.get(Calendar.MILLISECOND) * 1_000_000);
  }

  static SQLException notConvertible(Object value, String target, Throwable cause) {
    return SqlErrors.of(
        SqlStates.NOT_CONVERTIBLE, "'" + value + "' cannot be read as " + target, cause);
  }

  static SQLException outOfRange(Object value, String target) {
    return SqlErrors.of(SqlStates.NUMBER_OUT_OF_RANGE, value + " does not fit into " + target);
  }

  static SQLException noCurrentRow() {
    return SqlErrors.of(
        SqlStates.INVALID_STATE,
        "there is no current row: call next() first, and read only while it returns true");
  }
}
