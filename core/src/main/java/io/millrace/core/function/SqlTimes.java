package io.millrace.core.function;

import java.time.LocalDate;

/** Text of TIME and TIMESTAMP values. */
public final class SqlTimes {
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private SqlTimes() {}

  /**
   * As {@code 2024-02-29 13:45:59.123}; a fraction only where there is one, without final zeros.
   *
   * @param millis since 1970-01-01 00:00:00
   */
  public static String timestamp(long millis) {
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(millis, MILLIS_PER_DAY));
    return day + " " + time((int) Math.floorMod(millis, MILLIS_PER_DAY));
  }

  /**
   * As {@code 13:45:59.123}; a fraction only where there is one, without final zeros.
   *
   * @param millis since midnight
   */
  public static String time(int millis) {
    StringBuilder text = new StringBuilder(12);
    twoDigits(text, millis / 3_600_000).append(':');
    twoDigits(text, millis / 60_000 % 60).append(':');
    twoDigits(text, millis / 1000 % 60);
    int fraction = millis % 1000;
    if (fraction != 0) {
      String digits = String.valueOf(1000 + fraction).substring(1);
      text.append('.').append(digits.replaceFirst("0+$", ""));
    }
    return text.toString();
  }

  private static StringBuilder twoDigits(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  /**
   * A bound of a window of time: the last of the instants {@code offset + n * period} that is not
   * after the time, and a shift from there.
   *
   * @param millis since 1970-01-01 00:00:00, as the result
   * @param period in milliseconds, more than 0
   */
  public static long windowBound(long millis, long period, long offset, long shift) {
    return millis - Math.floorMod(millis - offset, period) + shift;
  }

  /**
   * Whole seconds since 1970-01-01 00:00:00, down from a fraction before that time too.
   *
   * @param millis since 1970-01-01 00:00:00
   */
  public static long epoch(long millis) {
    return Math.floorDiv(millis, 1000L);
  }
}
