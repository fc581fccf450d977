package io.millrace.planner.type;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/** Translates types between Calcite and the engine. */
public final class TypeConverter {
  private TypeConverter() {}

  /** The engine's type, or empty where the engine holds no such values. */
  public static Optional<DataType> toDataType(RelDataType type) {
    boolean nullable = type.isNullable();
    TypeKind kind =
        switch (type.getSqlTypeName()) {
          case BOOLEAN -> TypeKind.BOOLEAN;
          case TINYINT -> TypeKind.TINYINT;
          case SMALLINT -> TypeKind.SMALLINT;
          case INTEGER -> TypeKind.INTEGER;
          case BIGINT -> TypeKind.BIGINT;
          case REAL -> TypeKind.REAL;
          case FLOAT, DOUBLE -> TypeKind.DOUBLE;
          case DECIMAL -> TypeKind.DECIMAL;
          case CHAR, VARCHAR -> TypeKind.VARCHAR;
          case BINARY, VARBINARY -> TypeKind.VARBINARY;
          case DATE -> TypeKind.DATE;
          case TIME -> TypeKind.TIME;
          case TIMESTAMP -> TypeKind.TIMESTAMP;
          default -> null;
        };
    if (kind == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (kind) {
          case DECIMAL -> new DataType(kind, type.getPrecision(), type.getScale(), nullable);
          case VARCHAR, VARBINARY -> new DataType(kind, length(type), 0, nullable);
          case TIME, TIMESTAMP -> new DataType(kind, type.getPrecision(), 0, nullable);
          default -> new DataType(kind, 0, 0, nullable);
        });
  }

  private static int length(RelDataType type) {
    int precision = type.getPrecision();
    // An empty literal is a CHAR(0), which no column can be.
    return precision == RelDataType.PRECISION_NOT_SPECIFIED || precision == 0
        ? DataType.UNBOUNDED
        : precision;
  }

  /** A row type of which every column's type is known to the engine. */
  public static RowType toRowType(RelDataType rowType) {
    return new RowType(
        rowType.getFieldList().stream()
            .map(
                field ->
                    new Column(
                        field.getName(),
                        toDataType(field.getType()).orElseThrow(() -> unknown(field))))
            .toList());
  }

  private static MillraceException unknown(RelDataTypeField field) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        field.getType().getSqlTypeName() == SqlTypeName.NULL
            ? "not supported: NULL without a type as an operand; write CAST(NULL AS …)"
            : "not supported: a value of the type "
                + field.getType()
                + " that rows are ordered, grouped or joined by, or that a subquery has; columns"
                + " have no such type");
  }

  public static RelDataType toRelDataType(DataType type, RelDataTypeFactory factory) {
    RelDataType plain =
        switch (type.kind()) {
          case DECIMAL ->
              factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
          case VARCHAR, VARBINARY -> {
            SqlTypeName name = SqlTypeName.valueOf(type.kind().name());
            yield type.precision() == DataType.UNBOUNDED
                ? factory.createSqlType(name)
                : factory.createSqlType(name, type.precision());
          }
          case TIME, TIMESTAMP ->
              factory.createSqlType(SqlTypeName.valueOf(type.kind().name()), type.precision());
          default -> factory.createSqlType(SqlTypeName.valueOf(type.kind().name()));
        };
    return factory.createTypeWithNullability(plain, type.nullable());
  }

  public static RelDataType toRelDataType(RowType rowType, RelDataTypeFactory factory) {
    List<Column> columns = rowType.columns();
    RelDataTypeFactory.Builder builder = factory.builder();
    columns.forEach(column -> builder.add(column.name(), toRelDataType(column.type(), factory)));
    return builder.build();
  }
}
