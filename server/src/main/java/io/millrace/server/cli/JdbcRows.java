package io.millrace.server.cli;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.core.type.TypeKind;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;

/** A JDBC result as the engine has rows, which is what a {@link RowWriter} writes. */
final class JdbcRows {
  private final ResultSet result;
  private final RowType rowType;

  JdbcRows(ResultSet result) throws SQLException {
    this.result = result;
    ResultSetMetaData columns = result.getMetaData();
    List<Column> types = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      types.add(new Column(columns.getColumnLabel(i), type(columns, i)));
    }
    this.rowType = new RowType(types);
  }

  private static DataType type(ResultSetMetaData columns, int index) throws SQLException {
    return switch (columns.getColumnType(index)) {
      case Types.BOOLEAN -> DataType.of(TypeKind.BOOLEAN);
      case Types.TINYINT -> DataType.of(TypeKind.TINYINT);
      case Types.SMALLINT -> DataType.of(TypeKind.SMALLINT);
      case Types.INTEGER -> DataType.of(TypeKind.INTEGER);
      case Types.BIGINT -> DataType.of(TypeKind.BIGINT);
      case Types.REAL -> DataType.of(TypeKind.REAL);
      case Types.DOUBLE -> DataType.of(TypeKind.DOUBLE);
      case Types.DECIMAL -> DataType.decimal(columns.getPrecision(index), columns.getScale(index));
      case Types.VARBINARY -> DataType.of(TypeKind.VARBINARY);
      case Types.DATE -> DataType.of(TypeKind.DATE);
      case Types.TIME -> temporal(TypeKind.TIME, columns.getPrecision(index), 8, 3);
      case Types.TIMESTAMP ->
          temporal(
              TypeKind.TIMESTAMP, columns.getPrecision(index), 19, TimestampUnit.MAX_PRECISION);
      default -> DataType.of(TypeKind.VARCHAR);
    };
  }

  /** JDBC counts characters, of which the fraction of the second takes a point and its digits. */
  private static DataType temporal(TypeKind kind, int characters, int withoutFraction, int most) {
    int digits = Math.max(0, Math.min(most, characters - withoutFraction - 1));
    return new DataType(kind, digits, 0, true);
  }

  RowType rowType() {
    return rowType;
  }

  /** The values of the current row. */
  Object[] row() throws SQLException {
    Object[] row = new Object[rowType.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(i + 1, rowType.type(i));
    }
    return row;
  }

  private Object value(int index, DataType type) throws SQLException {
    return switch (type.kind()) {
      case DATE -> {
        LocalDate date = result.getObject(index, LocalDate.class);
        yield date == null ? null : (int) date.toEpochDay();
      }
      case TIME -> {
        LocalTime time = result.getObject(index, LocalTime.class);
        yield time == null ? null : (int) (time.toNanoOfDay() / 1_000_000);
      }
      case TIMESTAMP -> {
        LocalDateTime local = result.getObject(index, LocalDateTime.class);
        yield local == null ? null : TimestampUnit.of(type).of(local);
      }
      case VARBINARY -> result.getBytes(index);
      case VARCHAR -> result.getString(index);
      default -> result.getObject(index);
    };
  }
}
