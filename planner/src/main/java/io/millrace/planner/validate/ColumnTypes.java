package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.type.MillraceTypeSystem;
import io.millrace.planner.type.TypeConverter;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;

/** The types of declared columns, with a reason for each that the engine cannot hold. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /**
   * @param nullable what the column says, or null: then it is nullable
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} or {@link ErrorCode#TYPE_MISMATCH} with
   *     the type's position
   */
  public static DataType of(SqlDataTypeSpec spec, Boolean nullable, SqlValidator validator) {
    SqlTypeNameSpec name = spec.getTypeNameSpec();
    if (spec.getCollectionsTypeName() != null || !(name instanceof SqlBasicTypeNameSpec basic)) {
      throw unsupported(spec, "give each part a column of its own");
    }
    checkLimits(spec, basic);
    RelDataType type;
    try {
      type = spec.deriveType(validator);
    } catch (org.apache.calcite.runtime.CalciteContextException e) {
      throw new MillraceException(
          ErrorCode.TYPE_MISMATCH,
          Positions.of(spec),
          String.valueOf(e.getCause().getMessage()),
          e);
    }
    return TypeConverter.toDataType(type)
        .orElseThrow(() -> unsupported(spec, hint(type.getSqlTypeName())))
        .withNullable(nullable == null || nullable);
  }

  /**
   * Refuses a type, of a column or a cast, that asks for more digits than there are.
   *
   * @throws MillraceException with the type's position
   */
  static void checkLimits(SqlDataTypeSpec spec) {
    if (spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic) {
      checkLimits(spec, basic);
    }
  }

  private static void checkLimits(SqlDataTypeSpec spec, SqlBasicTypeNameSpec name) {
    String type = name.getTypeName().getSimple().toUpperCase(Locale.ROOT);
    int precision = name.getPrecision();
    if (type.equals("TIME") && precision > MillraceTypeSystem.MILLISECONDS) {
      throw unsupported(
          spec, "times of the day have milliseconds: write TIME(3), or use a TIMESTAMP");
    }
    if (type.equals("TIMESTAMP") && precision > TimestampUnit.MAX_PRECISION) {
      throw unsupported(spec, "a TIMESTAMP has nanoseconds at most: write TIMESTAMP(9)");
    }
    if (type.equals("DECIMAL")) {
      if (precision > DataType.MAX_DECIMAL_PRECISION) {
        throw invalid(spec, "a DECIMAL has at most " + DataType.MAX_DECIMAL_PRECISION + " digits");
      }
      if (precision >= 0 && name.getScale() > precision) {
        throw invalid(spec, "the scale of a DECIMAL is at most its precision");
      }
      if (precision == 0) {
        throw invalid(spec, "a DECIMAL has at least 1 digit");
      }
    }
  }

  private static String hint(SqlTypeName type) {
    return switch (type) {
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ ->
          "times have no zone: write TIMESTAMP(3) and give the times in UTC";
      case INTERVAL_YEAR,
          INTERVAL_YEAR_MONTH,
          INTERVAL_MONTH,
          INTERVAL_DAY,
          INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          "keep the length of time as a number, for example of milliseconds, in a BIGINT";
      default ->
          "use one of BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL, "
              + "VARCHAR, VARBINARY, DATE, TIME, TIMESTAMP";
    };
  }

  private static MillraceException unsupported(SqlDataTypeSpec spec, String hint) {
    return Positions.error(
        ErrorCode.UNSUPPORTED,
        spec,
        "a column cannot be of the type " + spec.getTypeName() + "; " + hint);
  }

  private static MillraceException invalid(SqlDataTypeSpec spec, String message) {
    return Positions.error(ErrorCode.TYPE_MISMATCH, spec, message);
  }
}
