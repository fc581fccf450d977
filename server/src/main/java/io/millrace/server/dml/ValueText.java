package io.millrace.server.dml;

import io.millrace.core.function.SqlDecimals;
import io.millrace.core.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads values from text, as literals have it. */
final class ValueText {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{1,9}))?)?");

  private ValueText() {}

  /**
   * @return the value in the engine's representation
   * @throws IllegalArgumentException if the text is no such value
   * @throws ArithmeticException if the number does not fit the type
   */
  static Object parse(String text, DataType type) {
    String trimmed = text.strip();
    return switch (type.kind()) {
      case BOOLEAN -> truth(trimmed);
      case TINYINT -> whole(trimmed).byteValueExact();
      case SMALLINT -> whole(trimmed).shortValueExact();
      case INTEGER -> whole(trimmed).intValueExact();
      case BIGINT -> whole(trimmed).longValueExact();
      case REAL -> Float.parseFloat(trimmed);
      case DOUBLE -> Double.parseDouble(trimmed);
      case DECIMAL -> SqlDecimals.fit(number(trimmed), type.precision(), type.scale());
      case DATE -> (int) date(trimmed).toEpochDay();
      case TIME -> (int) ColumnAssignment.cut(millis(time(trimmed)), type.precision());
      case TIMESTAMP -> ColumnAssignment.cut(timestamp(trimmed), type.precision());
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException("no text is read as " + type);
    };
  }

  private static Boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t" -> true;
      case "false", "f" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }

  private static BigDecimal whole(String text) {
    BigDecimal number = number(text);
    if (Math.abs((long) number.scale()) > 1000) {
      throw new ArithmeticException("out of range");
    }
    return number.setScale(0, RoundingMode.HALF_UP);
  }

  private static LocalDate date(String text) {
    Matcher parts = DATE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    try {
      return LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
    } catch (java.time.DateTimeException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static LocalTime time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    String fraction = parts.group(4) == null ? "" : parts.group(4);
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    int seconds = parts.group(3) == null ? 0 : number(parts, 3);
    try {
      return LocalTime.of(number(parts, 1), number(parts, 2), seconds, nanos);
    } catch (java.time.DateTimeException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static long timestamp(String text) {
    int blank = Math.max(text.indexOf(' '), text.indexOf('T'));
    LocalDate date = date(blank < 0 ? text : text.substring(0, blank));
    LocalTime time = blank < 0 ? LocalTime.MIDNIGHT : time(text.substring(blank + 1).strip());
    return date.atTime(time).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static long millis(LocalTime time) {
    return time.toNanoOfDay() / 1_000_000;
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }
}
