package io.millrace.server.avatica;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/** The engine's types as JDBC and Avatica tell them. */
final class WireTypes {
  /** What JDBC tools are told of text and bytes without a maximum length. */
  private static final int UNBOUNDED_LENGTH = 65_536;

  private WireTypes() {}

  /** The number in {@link Types}. */
  static int jdbcType(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Types.BOOLEAN;
      case TINYINT -> Types.TINYINT;
      case SMALLINT -> Types.SMALLINT;
      case INTEGER -> Types.INTEGER;
      case BIGINT -> Types.BIGINT;
      case REAL -> Types.REAL;
      case DOUBLE -> Types.DOUBLE;
      case DECIMAL -> Types.DECIMAL;
      case VARCHAR -> Types.VARCHAR;
      case VARBINARY -> Types.VARBINARY;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP -> Types.TIMESTAMP;
    };
  }

  private static Rep rep(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Rep.BOOLEAN;
      case TINYINT -> Rep.BYTE;
      case SMALLINT -> Rep.SHORT;
      case INTEGER, DATE, TIME -> Rep.INTEGER;
      case BIGINT, TIMESTAMP -> Rep.LONG;
      case REAL -> Rep.FLOAT;
      case DOUBLE -> Rep.DOUBLE;
      case DECIMAL -> Rep.NUMBER;
      case VARCHAR -> Rep.STRING;
      case VARBINARY -> Rep.BYTE_STRING;
    };
  }

  /** Decimal digits of numbers, characters of anything written as text, bytes of VARBINARY. */
  static int size(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case REAL -> 7;
      case DOUBLE -> 15;
      case DECIMAL -> type.precision();
      case VARCHAR, VARBINARY ->
          type.precision() == DataType.UNBOUNDED ? UNBOUNDED_LENGTH : type.precision();
      case DATE -> 10;
      case TIME -> 8 + fraction(type);
      case TIMESTAMP -> 19 + fraction(type);
    };
  }

  private static int fraction(DataType type) {
    return type.precision() > 0 ? type.precision() + 1 : 0;
  }

  /** Digits after the point, or null where there is no point. */
  static Integer decimalDigits(DataType type) {
    return switch (type.kind()) {
      case DECIMAL -> type.scale();
      case TINYINT, SMALLINT, INTEGER, BIGINT -> 0;
      case TIME, TIMESTAMP -> type.precision();
      default -> null;
    };
  }

  /** The base in which the size counts, or null for what is no number. */
  static Integer radix(DataType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> 10;
      case REAL, DOUBLE -> 2;
      default -> null;
    };
  }

  static boolean isNumber(DataType type) {
    return radix(type) != null;
  }

  static int nullability(DataType type) {
    return type.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls;
  }

  static List<ColumnMetaData> columns(RowType rowType) {
    List<ColumnMetaData> columns = new ArrayList<>();
    for (Column column : rowType.columns()) {
      columns.add(column(columns.size(), column.name(), column.type()));
    }
    return columns;
  }

  private static ColumnMetaData column(int ordinal, String name, DataType type) {
    Rep rep = rep(type);
    Integer digits = decimalDigits(type);
    return new ColumnMetaData(
        ordinal,
        false,
        type.kind() == TypeKind.VARCHAR,
        true,
        false,
        nullability(type),
        isNumber(type),
        -1,
        name,
        name,
        null,
        size(type),
        type.kind() == TypeKind.DECIMAL ? digits : 0,
        null,
        null,
        ColumnMetaData.scalar(jdbcType(type), type.kind().name(), rep),
        true,
        false,
        false,
        rep.clazz.getName());
  }

  static List<AvaticaParameter> parameters(List<DataType> types) {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (DataType type : types) {
      parameters.add(
          new AvaticaParameter(
              isNumber(type),
              size(type),
              type.scale(),
              jdbcType(type),
              type.kind().name(),
              rep(type).clazz.getName(),
              "?" + (parameters.size() + 1)));
    }
    return parameters;
  }
}
