package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * PostgreSQL's {@code DATE_TRUNC('hour', time)}, which is the standard's FLOOR(time TO HOUR). The
 * grammar knows BigQuery's function of that name, {@code DATE_TRUNC(time, HOUR)}.
 */
final class DateTruncFunction {
  private static final List<TimeUnit> UNITS =
      List.of(
          TimeUnit.YEAR,
          TimeUnit.QUARTER,
          TimeUnit.MONTH,
          TimeUnit.WEEK,
          TimeUnit.DAY,
          TimeUnit.HOUR,
          TimeUnit.MINUTE,
          TimeUnit.SECOND);

  private DateTruncFunction() {}

  static boolean isPostgres(SqlCall call) {
    return call.getOperator() == SqlLibraryOperators.DATE_TRUNC
        && call.operandCount() == 2
        && call.operand(0) instanceof SqlCharStringLiteral;
  }

  static SqlNode floor(SqlCall call) {
    TimeUnit unit = unit(call.operand(0));
    SqlNode time = call.operand(1);
    if (time instanceof SqlIntervalQualifier qualifier) {
      // A column with the name of a unit, which the grammar took for that unit.
      time =
          new SqlIdentifier(
              qualifier.toString().toLowerCase(Locale.ROOT), qualifier.getParserPosition());
    }
    return unit == TimeUnit.WEEK
        ? monday(time, call.getParserPosition())
        : floor(time, unit, call.getParserPosition());
  }

  private static TimeUnit unit(SqlCharStringLiteral literal) {
    String name = literal.getValueAs(String.class);
    return UNITS.stream()
        .filter(unit -> unit.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                Positions.error(
                    ErrorCode.INVALID_STATEMENT,
                    literal,
                    "DATE_TRUNC knows no '"
                        + name
                        + "'; it knows year, quarter, month, week, day, hour, minute, second"));
  }

  private static SqlNode floor(SqlNode time, TimeUnit unit, SqlParserPos position) {
    return SqlStdOperatorTable.FLOOR.createCall(
        position, time, new SqlIntervalQualifier(unit, null, position));
  }

  /** Weeks begin on Monday here, and on Sunday for FLOOR. */
  private static SqlNode monday(SqlNode time, SqlParserPos position) {
    SqlNode day =
        SqlLiteral.createInterval(
            1, "1", new SqlIntervalQualifier(TimeUnit.DAY, null, position), position);
    SqlNode shifted = SqlStdOperatorTable.MINUS.createCall(position, time, day);
    return SqlStdOperatorTable.PLUS.createCall(
        position, floor(shifted, TimeUnit.WEEK, position), day);
  }
}
