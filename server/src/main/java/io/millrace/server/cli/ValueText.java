package io.millrace.server.cli;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;

/** Values as people read and write them in SQL. */
final class ValueText {
  private ValueText() {}

  /**
   * @param value as {@link io.millrace.executor.read.RelationRows} has it, not null
   */
  static String of(Object value, DataType type) {
    return switch (type.kind()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> time(LocalTime.ofNanoOfDay((Integer) value * 1_000_000L), type.precision());
      case TIMESTAMP -> timestamp((Long) value, type.precision());
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case VARBINARY -> HexFormat.of().formatHex((byte[]) value);
      default -> value.toString();
    };
  }

  private static String timestamp(long value, int precision) {
    LocalDateTime local = TimestampUnit.of(precision).toLocal(value);
    return local.toLocalDate() + " " + time(local.toLocalTime(), precision);
  }

  /** With as many digits of the second as the type has. */
  private static String time(LocalTime time, int precision) {
    String seconds =
        String.format("%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    if (precision <= 0) {
      return seconds;
    }
    return seconds + "." + String.format("%09d", time.getNano()).substring(0, precision);
  }
}
