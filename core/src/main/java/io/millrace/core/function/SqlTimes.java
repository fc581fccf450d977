package io.millrace.core.function;

import io.millrace.core.type.TimestampUnit;
import java.time.LocalDate;

/**
 * Functions of TIME and TIMESTAMP values. A TIMESTAMP counts some unit since 1970-01-01 00:00:00:
 * see {@link TimestampUnit}, of which the functions are given how many there are in a second or in
 * a millisecond.
 */
public final class SqlTimes {
  private static final long SECONDS_PER_DAY = 86_400L;

  private SqlTimes() {}

  /**
   * As {@code 2024-02-29 13:45:59.123}; a fraction only where there is one, without final zeros.
   */
  public static String timestamp(long value, long perSecond) {
    long seconds = Math.floorDiv(value, perSecond);
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_PER_DAY));
    StringBuilder text = new StringBuilder(32).append(day).append(' ');
    clock(text, (int) Math.floorMod(seconds, SECONDS_PER_DAY));
    return fraction(text, Math.floorMod(value, perSecond), perSecond).toString();
  }

  /**
   * As {@code 13:45:59.123}; a fraction only where there is one, without final zeros.
   *
   * @param millis since midnight
   */
  public static String time(int millis) {
    StringBuilder text = new StringBuilder(12);
    clock(text, millis / 1000);
    return fraction(text, millis % 1000, 1000).toString();
  }

  private static void clock(StringBuilder text, int seconds) {
    twoDigits(text, seconds / 3_600).append(':');
    twoDigits(text, seconds / 60 % 60).append(':');
    twoDigits(text, seconds % 60);
  }

  private static StringBuilder fraction(StringBuilder text, long fraction, long perSecond) {
    if (fraction != 0) {
      String digits = String.valueOf(perSecond + fraction).substring(1);
      text.append('.').append(digits.replaceFirst("0+$", ""));
    }
    return text;
  }

  private static StringBuilder twoDigits(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  /**
   * A bound of a window of time: the last of the instants {@code offset + n * period} that is not
   * after the time, and a shift from there; the first or last instant that there is where that lies
   * beyond it.
   *
   * @param time in any unit, which is that of the other arguments and of the result
   * @param period more than 0
   */
  public static long windowBound(long time, long period, long offset, long shift) {
    long from = time - offset;
    boolean overflows = ((time ^ offset) & (time ^ from)) < 0;
    long into =
        overflows
            ? Math.floorMod(Math.floorMod(time, period) - Math.floorMod(offset, period), period)
            : Math.floorMod(from, period);
    return shifted(time, shift - into);
  }

  private static long shifted(long time, long by) {
    long sum = time + by;
    boolean overflows = ((time ^ sum) & (by ^ sum)) < 0;
    return overflows ? (by < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  /**
   * Whole seconds since 1970-01-01 00:00:00, down from a fraction before that time too.
   *
   * @param millis since 1970-01-01 00:00:00
   */
  public static long epoch(long millis) {
    return Math.floorDiv(millis, 1000L);
  }

  /** The value itself, which code generators take for milliseconds when it is a literal. */
  public static long instant(long value) {
    return value;
  }

  /**
   * The value in another unit, down to a step of that.
   *
   * @throws ArithmeticException if the unit does not reach there
   */
  public static long rescale(long value, long fromPerSecond, long toPerSecond, long step) {
    long scaled =
        fromPerSecond <= toPerSecond
            ? Math.multiplyExact(value, toPerSecond / fromPerSecond)
            : Math.floorDiv(value, fromPerSecond / toPerSecond);
    return scaled - Math.floorMod(scaled, step);
  }

  /** Up to a whole number of milliseconds, or of another unit, which has so many of the value. */
  public static long millisUp(long value, long perMilli) {
    return Math.floorDiv(value, perMilli) + (Math.floorMod(value, perMilli) == 0 ? 0 : 1);
  }

  /** Down to a whole number of a unit, which has so many of the value. */
  public static long unitsDown(long value, long perUnit) {
    return Math.floorDiv(value, perUnit);
  }

  /**
   * The value in a coarser unit if it is a whole number of that, else one that no time has: equal
   * to a time of the coarser unit where the times are.
   *
   * @param perUnit how many there are in the coarser unit
   */
  public static long exactly(long value, long perUnit) {
    return Math.floorMod(value, perUnit) == 0 ? Math.floorDiv(value, perUnit) : Long.MIN_VALUE;
  }

  /**
   * The milliseconds, with what is below the millisecond in a value of a finer unit.
   *
   * @throws ArithmeticException if the unit does not reach there
   */
  public static long refine(long millis, long finer, long perMilli) {
    return Math.addExact(Math.multiplyExact(millis, perMilli), Math.floorMod(finer, perMilli));
  }

  /** From the second time to the first one, in whole milliseconds. */
  public static long millisBetween(long first, long second, long perMilli) {
    return Math.subtractExact(first, second) / perMilli;
  }

  /** What is below the minute, in a unit that may be another one. */
  public static long secondsOfMinute(long value, long perSecond, long wantedPerSecond) {
    return rescale(Math.floorMod(value, 60 * perSecond), perSecond, wantedPerSecond, 1);
  }

  /**
   * Reads a TIMESTAMP of the precision; further digits are cut off.
   *
   * @throws IllegalArgumentException if the text is no such time
   * @throws ArithmeticException if the precision's unit does not reach there
   */
  public static long readTimestamp(String text, int precision) {
    TimestampUnit unit = TimestampUnit.of(precision);
    return unit.cut(unit.of(TimeText.timestamp(text.strip())), precision);
  }
}
