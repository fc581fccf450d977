package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.List;
import org.apache.calcite.avatica.AvaticaResultSetMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;

/** The columns of a result, told as {@code getObject} gives them and never with null for a name. */
final class MillraceResultSetMetaData extends AvaticaResultSetMetaData {

  private final List<ColumnMetaData> columns;

  MillraceResultSetMetaData(AvaticaStatement statement, Meta.Signature signature) {
    super(statement, null, signature);
    this.columns = signature.columns;
  }

  private ColumnMetaData column(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw SqlErrors.of(
          SqlStates.INVALID_ARGUMENT,
          "there is no column " + index + "; the result has " + columns.size());
    }
    return columns.get(index - 1);
  }

  private static String orEmpty(String name) {
    return name == null ? "" : name;
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return orEmpty(column(index).label);
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return orEmpty(column(index).columnName);
  }

  @Override
  public String getSchemaName(int index) throws SQLException {
    return orEmpty(column(index).schemaName);
  }

  @Override
  public String getTableName(int index) throws SQLException {
    return orEmpty(column(index).tableName);
  }

  @Override
  public String getCatalogName(int index) throws SQLException {
    return orEmpty(column(index).catalogName);
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    return orEmpty(column(index).type.name);
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    ColumnMetaData column = column(index);
    return switch (column.type.id) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class.getName();
      case Types.BIGINT -> Long.class.getName();
      case Types.REAL -> Float.class.getName();
      case Types.FLOAT, Types.DOUBLE -> Double.class.getName();
      case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class.getName();
      case Types.BOOLEAN, Types.BIT -> Boolean.class.getName();
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> String.class.getName();
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> byte[].class.getName();
      case Types.DATE -> Date.class.getName();
      case Types.TIME -> Time.class.getName();
      case Types.TIMESTAMP -> Timestamp.class.getName();
      case Types.TIMESTAMP_WITH_TIMEZONE -> OffsetDateTime.class.getName();
      case Types.ARRAY -> Array.class.getName();
      case Types.STRUCT -> Struct.class.getName();
      default -> Object.class.getName();
    };
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return Math.max(0, column(index).precision);
  }

  @Override
  public int getScale(int index) throws SQLException {
    // Calcite writes "no scale" as a large negative number.
    return Math.max(0, column(index).scale);
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    ColumnMetaData column = column(index);
    if (column.displaySize > 0) {
      return column.displaySize;
    }
    return switch (column.type.id) {
      case Types.TINYINT -> 4;
      case Types.SMALLINT -> 6;
      case Types.INTEGER -> 11;
      case Types.BIGINT -> 20;
      case Types.REAL -> 14;
      case Types.FLOAT, Types.DOUBLE -> 24;
      case Types.DECIMAL, Types.NUMERIC -> Math.max(1, column.precision) + 2;
      case Types.BOOLEAN -> 5;
      case Types.DATE -> 10;
      case Types.TIME -> 12;
      case Types.TIMESTAMP -> Math.max(23, column.precision);
      default -> column.precision > 0 ? column.precision : Integer.MAX_VALUE;
    };
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return switch (column(index).type.id) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          true;
      default -> false;
    };
  }

  @Override
  public boolean isReadOnly(int index) throws SQLException {
    column(index);
    return true;
  }

  @Override
  public boolean isWritable(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public <T> T unwrap(Class<T> iface) throws SQLException {
    if (iface.isInstance(this)) {
      return iface.cast(this);
    }
    throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "this is no " + iface.getName());
  }
}
