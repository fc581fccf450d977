package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlOption;
import io.millrace.planner.physical.rule.PhysicalPlanner;
import io.millrace.planner.validate.Positions;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * When a query's rows are put out, and what becomes of those that come too late.
 *
 * @param onWindowClose the clause EMIT ON WINDOW CLOSE; null: at every change
 * @param lateRows the name of the relation that shows late rows; null: they are dropped
 * @param lateRowsPosition where it is asked for, or null
 */
record Emission(SqlNode onWindowClose, String lateRows, SourcePosition lateRowsPosition) {
  /** The option of a materialized view that names the relation that shows its late rows. */
  static final String LATE_ROWS = "late-rows";

  /** Late rows are dropped. */
  static Emission of(SqlNode onWindowClose) {
    return new Emission(onWindowClose, null, null);
  }

  /**
   * What a statement says.
   *
   * @throws MillraceException with the place if an option is unknown or makes no sense
   */
  static Emission of(SqlCreateMaterializedView statement) {
    for (String option : statement.optionMap().keySet()) {
      if (!option.equals(LATE_ROWS)) {
        throw error(statement, option, "a materialized view has no option '" + option + "'");
      }
    }
    String name = statement.optionMap().get(LATE_ROWS);
    if (name == null) {
      return of(statement.emitOnWindowClose());
    }
    if (name.isBlank()) {
      throw error(statement, LATE_ROWS, "the option 'late-rows' has to name a relation");
    }
    if (statement.emitOnWindowClose() == null) {
      throw error(
          statement,
          LATE_ROWS,
          "the option 'late-rows' belongs to EMIT ON WINDOW CLOSE: without it no row is late");
    }
    return new Emission(
        statement.emitOnWindowClose(), name, statement.optionPosition(LATE_ROWS).orElse(null));
  }

  /** The name that the option gives, with its place; empty if it is not given. */
  static Optional<SqlIdentifier> lateRowsName(SqlCreateMaterializedView statement) {
    return statement.options().stream()
        .map(SqlOption.class::cast)
        .filter(option -> option.key().equals(LATE_ROWS))
        .map(option -> new SqlIdentifier(option.value(), option.getParserPosition()))
        .findFirst();
  }

  private static MillraceException error(
      SqlCreateMaterializedView statement, String option, String message) {
    return new MillraceException(
        ErrorCode.INVALID_OPTION, statement.optionPosition(option).orElse(null), message, null);
  }

  boolean isOnWindowClose() {
    return onWindowClose != null;
  }

  PhysicalPlanner.Closing plan(PhysicalPlanner planner, RelNode logical) {
    if (onWindowClose == null) {
      return new PhysicalPlanner.Closing(planner.plan(logical), null);
    }
    SourcePosition position = Positions.of(onWindowClose);
    return lateRows == null
        ? planner.planClosing(logical, position)
        : planner.planClosingWithLateRows(logical, position, lateRowsPosition);
  }
}
