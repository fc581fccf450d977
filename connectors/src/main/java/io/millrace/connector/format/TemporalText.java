package io.millrace.connector.format;

import io.millrace.core.type.TimestampUnit;

/**
 * Dates and times from ASCII bytes: {@code yyyy-MM-dd}, {@code HH:mm[:ss[.fraction]]}, and both
 * joined by a blank or {@code T}, with an optional {@code Z} or offset behind, which is converted
 * to UTC. Digits of the fraction that the type does not keep are cut off.
 */
final class TemporalText {
  private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final long SECONDS_PER_DAY = 86_400L;
  private static final int DATE_LENGTH = 10;

  private TemporalText() {}

  /** Days since 1970-01-01. */
  static int parseDate(byte[] bytes, int start, int length, String type)
      throws InvalidFieldException {
    if (length != DATE_LENGTH) {
      throw notA(type);
    }
    return date(bytes, start, type);
  }

  private static int date(byte[] bytes, int start, String type) throws InvalidFieldException {
    if (bytes[start + 4] != '-' || bytes[start + 7] != '-') {
      throw notA(type);
    }
    int year = digits(bytes, start, 4, type);
    int month = digits(bytes, start + 5, 2, type);
    int day = digits(bytes, start + 8, 2, type);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
      throw new InvalidFieldException("is no date of the calendar");
    }
    return daysSinceEpoch(year, month, day);
  }

  private static int daysOf(int year, int month) {
    boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : DAYS_OF_MONTH[month - 1];
  }

  /** Counts in years that begin in March, so that the leap day is the last (Hinnant's method). */
  private static int daysSinceEpoch(int year, int month, int day) {
    int shiftedYear = month <= 2 ? year - 1 : year;
    int era = shiftedYear / 400;
    int yearOfEra = shiftedYear - era * 400;
    int dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }

  /** Milliseconds since midnight. */
  static int parseTime(byte[] bytes, int start, int length, int precision, String type)
      throws InvalidFieldException {
    return (int) time(bytes, start, start + length, TimestampUnit.MILLISECOND, precision, type);
  }

  /** Since midnight, in the unit. */
  private static long time(
      byte[] bytes, int start, int end, TimestampUnit unit, int precision, String type)
      throws InvalidFieldException {
    if (end - start < 5 || bytes[start + 2] != ':') {
      throw notA(type);
    }
    int hour = digits(bytes, start, 2, type);
    int minute = digits(bytes, start + 3, 2, type);
    int second = 0;
    long fraction = 0;
    int at = start + 5;
    if (at < end) {
      if (bytes[at] != ':' || end - at < 3) {
        throw notA(type);
      }
      second = digits(bytes, at + 1, 2, type);
      at += 3;
      if (at < end) {
        fraction = fraction(bytes, at, end, precision, type) * unit.step(precision);
      }
    }
    if (hour > 23 || minute > 59 || second > 59) {
      throw new InvalidFieldException("is no time of the day");
    }
    return ((hour * 60 + minute) * 60 + second) * unit.perSecond() + fraction;
  }

  /** The first digits of the fraction, as many as the precision says. */
  private static long fraction(byte[] bytes, int start, int end, int precision, String type)
      throws InvalidFieldException {
    if ((bytes[start] != '.' && bytes[start] != ',') || start + 1 == end) {
      throw notA(type);
    }
    long value = 0;
    int kept = 0;
    for (int i = start + 1; i < end; i++) {
      int digit = digits(bytes, i, 1, type);
      if (kept < precision) {
        value = value * 10 + digit;
        kept++;
      }
    }
    for (; kept < precision; kept++) {
      value *= 10;
    }
    return value;
  }

  /** Since 1970-01-01 00:00:00, in the unit of the precision. */
  static long parseTimestamp(byte[] bytes, int start, int length, int precision, String type)
      throws InvalidFieldException {
    if (length < DATE_LENGTH) {
      throw notA(type);
    }
    TimestampUnit unit = TimestampUnit.of(precision);
    long midnight = date(bytes, start, type) * SECONDS_PER_DAY;
    if (length == DATE_LENGTH) {
      return inUnit(midnight, 0, unit, type);
    }
    byte separator = bytes[start + DATE_LENGTH];
    if (separator != ' ' && separator != 'T' && separator != 't') {
      throw notA(type);
    }
    int timeStart = start + DATE_LENGTH + 1;
    int end = start + length;
    int zone = end;
    for (int i = timeStart; i < end; i++) {
      byte b = bytes[i];
      if (b == 'Z' || b == 'z' || b == '+' || b == '-') {
        zone = i;
        break;
      }
    }
    long time = time(bytes, timeStart, zone, unit, precision, type);
    return inUnit(midnight - offsetSeconds(bytes, zone, end, type), time, unit, type);
  }

  private static long inUnit(long seconds, long more, TimestampUnit unit, String type)
      throws InvalidFieldException {
    try {
      return Math.addExact(Math.multiplyExact(seconds, unit.perSecond()), more);
    } catch (ArithmeticException e) {
      throw new InvalidFieldException("does not fit " + type);
    }
  }

  /** {@code Z}, {@code +hh}, {@code +hhmm} or {@code +hh:mm}. */
  private static long offsetSeconds(byte[] bytes, int start, int end, String type)
      throws InvalidFieldException {
    if (start == end) {
      return 0;
    }
    if (bytes[start] == 'Z' || bytes[start] == 'z') {
      if (end - start != 1) {
        throw notA(type);
      }
      return 0;
    }
    int length = end - start;
    if (length != 3 && length != 5 && !(length == 6 && bytes[start + 3] == ':')) {
      throw notA(type);
    }
    int hours = digits(bytes, start + 1, 2, type);
    int minutes = length == 3 ? 0 : digits(bytes, end - 2, 2, type);
    if (hours > 18 || minutes > 59) {
      throw new InvalidFieldException("has no valid offset from UTC");
    }
    long offset = (hours * 60L + minutes) * 60;
    return bytes[start] == '-' ? -offset : offset;
  }

  private static int digits(byte[] bytes, int start, int count, String type)
      throws InvalidFieldException {
    int value = 0;
    for (int i = start; i < start + count; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notA(type);
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static InvalidFieldException notA(String type) {
    String form =
        type.startsWith("DATE")
            ? "yyyy-MM-dd"
            : type.startsWith("TIMESTAMP") ? "yyyy-MM-dd HH:mm:ss[.SSS]" : "HH:mm:ss[.SSS]";
    return new InvalidFieldException(NumberText.notA(type).getMessage() + " (" + form + ")");
  }
}
