package io.millrace.server.dml;

import io.millrace.core.type.RowType;
import java.util.List;

/** The values of cells in one execution. */
final class CellValues {
  private final RowType rowType;
  private final ColumnAssignment[] assignments;
  private final ComputedValues computed;
  private final Object[] values;
  private final List<Object> parameters;

  /**
   * @param values of what is computed
   */
  CellValues(
      ChangeTarget target, ComputedValues computed, Object[] values, List<Object> parameters) {
    this.rowType = target.rowType();
    this.assignments = new ColumnAssignment[rowType.size()];
    for (int i = 0; i < assignments.length; i++) {
      assignments[i] = target.assignment(i);
    }
    this.computed = computed;
    this.values = values;
    this.parameters = parameters;
  }

  /** The value in the column's representation. */
  Object value(Cell cell, int column, long row) {
    if (cell instanceof Cell.Constant constant) {
      return constant.value();
    }
    if (cell instanceof Cell.Parameter parameter) {
      return assignments[column].assign(
          parameters.get(parameter.index()), rowType.type(column), row);
    }
    int place = ((Cell.Computed) cell).place();
    return assignments[column].assign(values[place], computed.type(place), row);
  }
}
