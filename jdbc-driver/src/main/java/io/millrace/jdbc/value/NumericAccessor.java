package io.millrace.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.sql.Types;

/** Reads TINYINT to BIGINT, REAL, FLOAT, DOUBLE and DECIMAL. */
final class NumericAccessor extends ColumnAccessor {

  private final int typeId;
  private final int scale;

  /**
   * @param typeId of {@link Types}
   * @param scale digits after the point that a DECIMAL has, also when they are zeros
   */
  NumericAccessor(CellReader cell, int typeId, int scale) {
    super(cell);
    this.typeId = typeId;
    this.scale = scale;
  }

  @Override
  String sqlName() {
    return switch (typeId) {
      case Types.DECIMAL, Types.NUMERIC -> "DECIMAL";
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> "DOUBLE";
      default -> "INTEGER";
    };
  }

  private Number number() throws SQLException {
    return (Number) raw();
  }

  private static boolean isWhole(Number value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  private static boolean isFloating(Number value) {
    return value instanceof Double || value instanceof Float;
  }

  @Override
  public Object getObject() throws SQLException {
    Number value = number();
    if (value == null) {
      return null;
    }
    return switch (typeId) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> value.intValue();
      case Types.BIGINT -> value.longValue();
      case Types.REAL -> value.floatValue();
      case Types.FLOAT, Types.DOUBLE -> value.doubleValue();
      default -> decimal(value);
    };
  }

  @Override
  public String getString() throws SQLException {
    Object value = getObject();
    if (value == null) {
      return null;
    }
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }

  @Override
  public BigDecimal getBigDecimal() throws SQLException {
    Number value = number();
    return value == null ? null : decimal(value);
  }

  private BigDecimal decimal(Number value) throws SQLException {
    BigDecimal exact = exact(value);
    boolean padded = typeId == Types.DECIMAL || typeId == Types.NUMERIC;
    return padded && exact.scale() < scale ? exact.setScale(scale) : exact;
  }

  private static BigDecimal exact(Number value) throws SQLException {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    } else if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    } else if (isFloating(value)) {
      double wide = value.doubleValue();
      if (Double.isNaN(wide) || Double.isInfinite(wide)) {
        throw Conversions.outOfRange(value, "a decimal number");
      }
      // The shortest text that gives the same number: 0.1f is 0.1, not 0.100000001490116.
      return new BigDecimal(value.toString());
    }
    return BigDecimal.valueOf(value.longValue());
  }

  @Override
  long integer(long min, long max, String target) throws SQLException {
    Number value = number();
    if (value != null && isWhole(value)) {
      long whole = value.longValue();
      if (whole < min || whole > max) {
        throw Conversions.outOfRange(value, target);
      }
      return whole;
    }
    return super.integer(min, max, target);
  }

  @Override
  public double getDouble() throws SQLException {
    Number value = number();
    return value == null ? 0 : value.doubleValue();
  }

  @Override
  public float getFloat() throws SQLException {
    Number value = number();
    return value == null ? 0 : value.floatValue();
  }

  @Override
  public boolean getBoolean() throws SQLException {
    return getDouble() != 0;
  }
}
