package io.millrace.planner.validate;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Util;

/**
 * Tells expressions that have a value for every row from those that may fail for some row, as a
 * quotient does.
 *
 * <p>In a view a failed expression is NULL, so a fallible expression is nullable, and must not be
 * merged into another one: {@code COALESCE(q, 0)} over {@code a / b AS q} is 0 where b is 0, while
 * {@code COALESCE(a / b, 0)} fails as a whole. Every operator not known to be total is fallible.
 */
public final class FallibleExpressions {
  private static final Set<SqlKind> TOTAL_KINDS =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.NULLIF,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_UNKNOWN,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.BETWEEN,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.EXISTS,
          SqlKind.SCALAR_QUERY,
          SqlKind.SEARCH,
          SqlKind.PLUS_PREFIX,
          SqlKind.EXTRACT,
          SqlKind.TRIM,
          SqlKind.ROW,
          SqlKind.GROUPING,
          SqlKind.REINTERPRET);

  private static final Set<String> TOTAL_FUNCTIONS =
      Set.of(
          "UPPER",
          "LOWER",
          "INITCAP",
          "CHAR_LENGTH",
          "CHARACTER_LENGTH",
          "LENGTH",
          "OCTET_LENGTH",
          "||",
          "CONCAT",
          "REVERSE",
          "LTRIM",
          "RTRIM",
          "YEAR",
          "QUARTER",
          "MONTH",
          "WEEK",
          "DAYOFYEAR",
          "DAYOFMONTH",
          "DAYOFWEEK",
          "HOUR",
          "MINUTE",
          "SECOND",
          "PI",
          "GREATEST",
          "LEAST",
          "STARTS_WITH",
          "ENDS_WITH",
          "MD5",
          "SQLTIMES.WINDOWBOUND",
          "SQLTIMES.INSTANT",
          "SQLTIMES.EXACTLY",
          "SQLTIMES.UNITSDOWN",
          "SQLTIMES.MILLISUP",
          "SQLTEXT.CONTAINS",
          "SQLTEXT.STARTSWITH",
          "SQLTEXT.ENDSWITH");

  private FallibleExpressions() {}

  /** Whether evaluation may fail for some row. */
  public static boolean mayFail(RexNode expression) {
    try {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
              RelDataType operand =
                  call.getOperands().isEmpty() ? null : call.getOperands().get(0).getType();
              if (mayFail(call.getOperator(), call.getType(), operand, call.getOperands().size())) {
                throw Util.FoundOne.NULL;
              }
              return super.visitCall(call);
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  /**
   * Whether the operator itself may fail.
   *
   * @param result the type of the call
   * @param operand the type of the first operand, or null if there is none
   */
  static boolean mayFail(
      SqlOperator operator, RelDataType result, RelDataType operand, int operandCount) {
    if (operator instanceof SqlAggFunction || TOTAL_KINDS.contains(operator.getKind())) {
      return false;
    }
    return switch (operator.getKind()) {
      case PLUS,
          CHECKED_PLUS,
          MINUS,
          CHECKED_MINUS,
          TIMES,
          CHECKED_TIMES,
          MINUS_PREFIX,
          CHECKED_MINUS_PREFIX ->
          mayOverflow(result);
      case FLOOR, CEIL ->
          !SqlTypeUtil.isDatetime(result) && !SqlTypeUtil.isApproximateNumeric(result);
      case LIKE -> operandCount > 2;
      case CAST -> operand == null || !isTotalCast(operand, result);
      default -> !TOTAL_FUNCTIONS.contains(operator.getName().toUpperCase(java.util.Locale.ROOT));
    };
  }

  private static boolean mayOverflow(RelDataType result) {
    return SqlTypeUtil.isIntType(result)
        || isNanoseconds(result)
        || (SqlTypeUtil.isDecimal(result)
            && result.getPrecision() >= DataType.MAX_DECIMAL_PRECISION);
  }

  /** They reach from 1677 to 2262 alone. */
  private static boolean isNanoseconds(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && TimestampUnit.of(type.getPrecision()) == TimestampUnit.NANOSECOND;
  }

  private static boolean isTotalCast(RelDataType from, RelDataType to) {
    SqlTypeName source = from.getSqlTypeName();
    SqlTypeName target = to.getSqlTypeName();
    if (source == SqlTypeName.NULL) {
      return true;
    }
    return switch (target) {
      case CHAR, VARCHAR -> source != SqlTypeName.BINARY && source != SqlTypeName.VARBINARY;
      case BINARY, VARBINARY -> source == SqlTypeName.BINARY || source == SqlTypeName.VARBINARY;
      case REAL ->
          SqlTypeUtil.isNumeric(from)
              && source != SqlTypeName.DOUBLE
              && source != SqlTypeName.FLOAT;
      case FLOAT, DOUBLE -> SqlTypeUtil.isNumeric(from);
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          SqlTypeUtil.isIntType(from) && from.getPrecision() <= to.getPrecision();
      case DECIMAL ->
          SqlTypeUtil.isExactNumeric(from)
              && from.getPrecision() - Math.max(0, from.getScale())
                  <= to.getPrecision() - to.getScale() - (to.getScale() < from.getScale() ? 1 : 0);
      case DATE, TIME, TIMESTAMP ->
          isNanoseconds(to)
              ? isNanoseconds(from)
              : source == target
                  || (SqlTypeUtil.isDatetime(from)
                      && (source == SqlTypeName.TIMESTAMP
                          || (source == SqlTypeName.DATE && target == SqlTypeName.TIMESTAMP)));
      default -> source == target;
    };
  }
}
