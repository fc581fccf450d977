package io.millrace.server.dml;

import io.millrace.core.function.SqlDecimals;
import io.millrace.core.function.SqlTimes;
import io.millrace.core.function.TimeText;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalTime;
import java.util.Locale;

/** Reads values from text, as literals have it. */
final class ValueText {
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
      case DATE -> (int) TimeText.date(trimmed).toEpochDay();
      case TIME ->
          (int) TimestampUnit.MILLISECOND.cut(millis(TimeText.time(trimmed)), type.precision());
      case TIMESTAMP -> SqlTimes.readTimestamp(trimmed, type.precision());
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

  private static long millis(LocalTime time) {
    return time.toNanoOfDay() / 1_000_000;
  }
}
