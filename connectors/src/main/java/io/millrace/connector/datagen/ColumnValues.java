package io.millrace.connector.datagen;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Durations;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;

/** Option texts as the whole numbers that columns hold: see {@link LongColumn}. */
final class ColumnValues {
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private ColumnValues() {}

  /** The value that the option gives; refuses what the column cannot hold. */
  static long value(ColumnSettings settings, ConfigOption<String> option, long otherwise) {
    if (!settings.has(option)) {
      return otherwise;
    }
    String text = settings.find(option).orElseThrow();
    DataType type = settings.column().type();
    try {
      return parse(text, type);
    } catch (NumberFormatException | ArithmeticException | DateTimeException e) {
      throw settings.invalid(
          option, "must be a value of " + type.withNullable(true) + ", but is '" + text + "'");
    }
  }

  private static long parse(String text, DataType type) {
    return switch (type.kind()) {
      case DATE -> LocalDate.parse(text).toEpochDay();
      case TIME -> LocalTime.parse(text).getLong(ChronoField.MILLI_OF_DAY);
      case TIMESTAMP -> TimestampUnit.of(type).of(timestamp(text));
      default -> {
        BigDecimal unscaled = new BigDecimal(text).movePointRight(type.scale());
        if (unscaled.compareTo(BigDecimal.valueOf(least(type))) < 0
            || unscaled.compareTo(BigDecimal.valueOf(greatest(type))) > 0) {
          throw new ArithmeticException(text);
        }
        yield unscaled.longValueExact();
      }
    };
  }

  private static LocalDateTime timestamp(String text) {
    return text.length() <= 10
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.replace(' ', 'T').replaceFirst("[Zz]$", ""));
  }

  /** The step of a sequence. */
  static long step(ColumnSettings settings) {
    DataType type = settings.column().type();
    String text = settings.find(DatagenOptions.STEP).orElse(null);
    try {
      return switch (type.kind()) {
        case TIMESTAMP ->
            TimestampUnit.of(type).ofMillis(text == null ? 1000 : Durations.parse(text).toMillis());
        case TIME -> text == null ? 1000 : Durations.parse(text).toMillis();
        case DATE ->
            text == null
                ? 1
                : BigDecimal.valueOf(Durations.parse(text).toMillis())
                    .divide(BigDecimal.valueOf(MILLIS_PER_DAY))
                    .longValueExact();
        default -> {
          BigDecimal one = text == null ? BigDecimal.ONE : new BigDecimal(text);
          BigDecimal step = one.movePointRight(type.scale());
          if (step.compareTo(LONG_MIN) < 0 || step.compareTo(LONG_MAX) > 0) {
            throw new ArithmeticException(text);
          }
          yield step.longValueExact();
        }
      };
    } catch (IllegalArgumentException | ArithmeticException e) {
      String expected =
          switch (type.kind()) {
            case TIMESTAMP, TIME -> "a duration such as '1 s'";
            case DATE -> "a duration of whole days such as '1 d'";
            default -> "a number that " + type.withNullable(true) + " can hold";
          };
      throw settings.invalid(
          DatagenOptions.STEP, "must be " + expected + ", but is '" + text + "'");
    }
  }

  /** The least value a column of the type holds, or is given without options. */
  static long least(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN, TIME -> 0;
      case TINYINT -> Byte.MIN_VALUE;
      case SMALLINT -> Short.MIN_VALUE;
      case INTEGER -> Integer.MIN_VALUE;
      case DECIMAL -> -greatest(type);
      case DATE -> LocalDate.of(2020, 1, 1).toEpochDay();
      case TIMESTAMP -> LocalDate.of(2020, 1, 1).toEpochDay() * TimestampUnit.of(type).perDay();
      default -> Long.MIN_VALUE;
    };
  }

  static long greatest(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case TIME -> MILLIS_PER_DAY - 1;
      case TINYINT -> Byte.MAX_VALUE;
      case SMALLINT -> Short.MAX_VALUE;
      case INTEGER -> Integer.MAX_VALUE;
      case DECIMAL -> {
        long power = 1;
        for (int i = 0; i < Math.min(type.precision(), DataType.MAX_LONG_DECIMAL_PRECISION); i++) {
          power *= 10;
        }
        yield power - 1;
      }
      case DATE -> LocalDate.of(2029, 12, 31).toEpochDay();
      case TIMESTAMP -> LocalDate.of(2030, 1, 1).toEpochDay() * TimestampUnit.of(type).perDay() - 1;
      default -> Long.MAX_VALUE;
    };
  }
}
