package io.millrace.planner.equivalence;

import io.millrace.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.apache.calcite.avatica.util.ByteString;

/**
 * Values of different systems as one text each: equal texts are equal values. Exact numbers keep
 * their digits without final zeros; approximate ones keep 12 digits (REAL: 6), because systems add
 * and print them differently.
 */
final class CanonicalText {
  private static final MathContext DOUBLE_DIGITS = new MathContext(12, RoundingMode.HALF_EVEN);
  private static final MathContext REAL_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private CanonicalText() {}

  /** A value as the engine and generated code have it. */
  static String ofEngine(Object value, DataType type) {
    if (value == null) {
      return "NULL";
    }
    return switch (type.kind()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
      case TIMESTAMP ->
          LocalDateTime.ofEpochSecond(
                  Math.floorDiv((Long) value, 1000L),
                  (int) Math.floorMod((Long) value, 1000L) * 1_000_000,
                  ZoneOffset.UTC)
              .toString();
      case VARBINARY ->
          HexFormat.of()
              .formatHex(value instanceof ByteString bytes ? bytes.getBytes() : (byte[]) value);
      case VARCHAR -> "'" + value + "'";
      case BOOLEAN -> value.toString();
      default -> number((Number) value);
    };
  }

  /** A value as a JDBC driver gives it. */
  static String ofJdbc(Object value) throws SQLException {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof String) {
      return "'" + value + "'";
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().toString();
    }
    if (value instanceof Blob blob) {
      return HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
    }
    return value.toString();
  }

  private static String number(Number number) {
    if (number instanceof Double real) {
      return approximate(real, DOUBLE_DIGITS);
    }
    if (number instanceof Float real) {
      return approximate(real.doubleValue(), REAL_DIGITS);
    }
    BigDecimal exact =
        number instanceof BigDecimal decimal
            ? decimal
            : number instanceof BigInteger integer
                ? new BigDecimal(integer)
                : BigDecimal.valueOf(number.longValue());
    return plain(exact);
  }

  private static String approximate(double value, MathContext digits) {
    return Double.isFinite(value)
        ? plain(new BigDecimal(value).round(digits))
        : Double.toString(value);
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
