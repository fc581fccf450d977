package io.millrace.core.type;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * What a TIMESTAMP counts since 1970-01-01 00:00:00: a {@code long} of milliseconds up to three
 * digits of the second's fraction, of microseconds up to six, of nanoseconds up to nine.
 *
 * <p>Nanoseconds reach from 1677 to 2262, the others beyond the years 1 to 9999.
 */
public enum TimestampUnit {
  MILLISECOND(1_000L),
  MICROSECOND(1_000_000L),
  NANOSECOND(1_000_000_000L);

  /** The most digits of a second's fraction that a TIMESTAMP has. */
  public static final int MAX_PRECISION = 9;

  private static final long SECONDS_PER_DAY = 86_400L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long perSecond;

  TimestampUnit(long perSecond) {
    this.perSecond = perSecond;
  }

  /** The unit of a TIMESTAMP with so many digits of the second's fraction, 0 to 9. */
  public static TimestampUnit of(int precision) {
    if (precision > 6) {
      return NANOSECOND;
    }
    return precision > 3 ? MICROSECOND : MILLISECOND;
  }

  public static TimestampUnit of(DataType type) {
    return of(type.precision());
  }

  public long perSecond() {
    return perSecond;
  }

  public long perMilli() {
    return perSecond / 1_000;
  }

  public long perDay() {
    return perSecond * SECONDS_PER_DAY;
  }

  /** Down to the millisecond. */
  public long toMillis(long value) {
    return Math.floorDiv(value, perMilli());
  }

  /**
   * @throws ArithmeticException if the unit does not reach there
   */
  public long ofMillis(long millis) {
    return Math.multiplyExact(millis, perMilli());
  }

  /**
   * Down to the unit.
   *
   * @throws ArithmeticException if the unit does not reach there
   */
  public long of(LocalDateTime time) {
    return Math.addExact(
        Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), perSecond),
        time.getNano() / (NANOS_PER_SECOND / perSecond));
  }

  public LocalDateTime toLocal(long value) {
    long nanos = Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, perSecond), (int) nanos, ZoneOffset.UTC);
  }

  /** How many of the unit there are in the last digit of a precision of this unit. */
  public long step(int precision) {
    long step = perSecond;
    for (int i = 0; i < precision; i++) {
      step /= 10;
    }
    return step;
  }

  /** The value without fractions of the second that the precision, one of this unit, has not. */
  public long cut(long value, int precision) {
    return value - Math.floorMod(value, step(precision));
  }
}
