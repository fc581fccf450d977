package io.millrace.jdbc.value;

import java.math.BigDecimal;
import java.sql.SQLException;

/** Reads BOOLEAN; as a number it is 1 or 0. */
final class BooleanAccessor extends ColumnAccessor {

  BooleanAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "BOOLEAN";
  }

  @Override
  public Object getObject() throws SQLException {
    return raw();
  }

  @Override
  public boolean getBoolean() throws SQLException {
    return Boolean.TRUE.equals(raw());
  }

  @Override
  public String getString() throws SQLException {
    Object value = raw();
    return value == null ? null : value.toString();
  }

  @Override
  public BigDecimal getBigDecimal() throws SQLException {
    Object value = raw();
    if (value == null) {
      return null;
    }
    return Boolean.TRUE.equals(value) ? BigDecimal.ONE : BigDecimal.ZERO;
  }
}
