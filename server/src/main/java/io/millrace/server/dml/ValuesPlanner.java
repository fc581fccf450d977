package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.DataType;
import io.millrace.parser.MillraceParser;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.validate.Positions;
import io.millrace.server.query.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;

/**
 * Collects the values that an INSERT gives: literals are read at once, parameters take the types of
 * their columns, and a query computes the rest. Used by one thread.
 */
final class ValuesPlanner {
  private final ChangeTarget target;
  private final List<SqlNode> computed = new ArrayList<>();

  /** Of each computed expression: the column that it is for. */
  private final List<Integer> computedColumns = new ArrayList<>();

  private final Map<Integer, DataType> parameters = new HashMap<>();

  /** Of columns with a default, once it has been used. */
  private final Map<Integer, Cell> defaults = new HashMap<>();

  ValuesPlanner(ChangeTarget target) {
    this.target = target;
  }

  /**
   * @param row its number, from 1
   */
  Cell cell(SqlNode expression, int column, long row) {
    if (SqlNodes.isDefault(expression)) {
      return defaultOf(column, row);
    }
    if (expression instanceof SqlDynamicParam parameter) {
      parameters.put(parameter.getIndex(), target.rowType().type(column).withNullable(true));
      return new Cell.Parameter(parameter.getIndex());
    }
    Optional<Literals.Literal> literal = Literals.read(expression);
    if (literal.isEmpty()) {
      return compute(expression, column);
    }
    ColumnAssignment assignment = target.assignment(column);
    if (!assignment.accepts(literal.get().kind()) && literal.get().value() != null) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          expression,
          assignment.refusal(DataType.of(literal.get().kind())));
    }
    return new Cell.Constant(
        assignment.assign(literal.get().value(), DataType.of(literal.get().kind()), row));
  }

  private Cell compute(SqlNode expression, int column) {
    computed.add(expression);
    computedColumns.add(column);
    return new Cell.Computed(computed.size() - 1);
  }

  /** The default of a column, computed once for the whole statement. */
  Cell defaultOf(int column, long row) {
    Cell known = defaults.get(column);
    if (known == null) {
      Optional<String> text = target.defaultText(column);
      known =
          text.isEmpty()
              ? new Cell.Constant(
                  target.assignment(column).assign(null, target.rowType().type(column), row))
              : cell(MillraceParser.parseExpression(text.get()), column, row);
      defaults.put(column, known);
    }
    return known;
  }

  /** Plans what is to be computed, and checks its types. */
  ComputedValues finish(Queries queries, CatalogReader catalog) {
    List<SqlNode> places = List.copyOf(computed);
    ComputedValues values = ComputedValues.plan(places, queries, catalog);
    for (int i = 0; i < places.size(); i++) {
      ColumnAssignment assignment = target.assignment(computedColumns.get(i));
      if (!assignment.accepts(values.type(i).kind())) {
        throw Positions.error(
            ErrorCode.TYPE_MISMATCH, places.get(i), assignment.refusal(values.type(i)));
      }
    }
    parameters.putAll(values.parameters());
    return values;
  }

  /** After {@link #finish}: the types of the parameters by number. */
  Map<Integer, DataType> parameters() {
    return parameters;
  }
}
