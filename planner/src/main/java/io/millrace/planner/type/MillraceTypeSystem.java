package io.millrace.planner.type;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Precisions, and the types of sums, averages and quotients. */
public final class MillraceTypeSystem extends RelDataTypeSystemImpl {
  public static final MillraceTypeSystem INSTANCE = new MillraceTypeSystem();

  /** The digits of a second's fraction that a TIME holds at most, and a TIMESTAMP unless told. */
  public static final int MILLISECONDS = 3;

  private static final int MIN_AVERAGE_SCALE = 6;

  private MillraceTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> DataType.MAX_DECIMAL_PRECISION;
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      case TIME -> MILLISECONDS;
      case TIMESTAMP -> TimestampUnit.MAX_PRECISION;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL
        ? DataType.MAX_DECIMAL_PRECISION
        : super.getMaxScale(typeName);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIMESTAMP -> MILLISECONDS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  /** Casts to a coarser type round, as PostgreSQL's and DuckDB's do. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  /** CASE 'a' … 'bcd' is a VARCHAR: nothing is padded. */
  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Nullable always, because a sum that leaves its type's range has no value. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory typeFactory, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> typeFactory.createSqlType(SqlTypeName.BIGINT);
          case DECIMAL ->
              typeFactory.createSqlType(
                  SqlTypeName.DECIMAL, DataType.MAX_DECIMAL_PRECISION, argument.getScale());
          case REAL, FLOAT, DOUBLE -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return typeFactory.createTypeWithNullability(sum, true);
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory typeFactory, RelDataType argument) {
    RelDataType average =
        SqlTypeUtil.isDecimal(argument)
            ? typeFactory.createSqlType(
                SqlTypeName.DECIMAL,
                DataType.MAX_DECIMAL_PRECISION,
                Math.max(argument.getScale(), MIN_AVERAGE_SCALE))
            : SqlTypeUtil.isNumeric(argument)
                ? typeFactory.createSqlType(SqlTypeName.DOUBLE)
                : argument;
    return typeFactory.createTypeWithNullability(average, true);
  }
}
