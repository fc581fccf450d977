package io.millrace.core.function;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates and times as literals have them. All throw {@link IllegalArgumentException} if the
 * text is no such value.
 */
public final class TimeText {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{1,9}))?)?");

  private TimeText() {}

  /** As {@code 2024-02-29}. */
  public static LocalDate date(String text) {
    Matcher parts = DATE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    try {
      return LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** As {@code 13:45:59.123456789}; seconds and their fraction may be missing. */
  public static LocalTime time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    String fraction = parts.group(4) == null ? "" : parts.group(4);
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    int seconds = parts.group(3) == null ? 0 : number(parts, 3);
    try {
      return LocalTime.of(number(parts, 1), number(parts, 2), seconds, nanos);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** A date alone, or with a time behind a blank or {@code T}. */
  public static LocalDateTime timestamp(String text) {
    int blank = Math.max(text.indexOf(' '), text.indexOf('T'));
    LocalDate date = date(blank < 0 ? text : text.substring(0, blank));
    return date.atTime(blank < 0 ? LocalTime.MIDNIGHT : time(text.substring(blank + 1).strip()));
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }
}
