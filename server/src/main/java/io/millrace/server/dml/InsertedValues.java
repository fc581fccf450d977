package io.millrace.server.dml;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * INSERT … VALUES.
 *
 * @param rows a cell for each column of the table
 */
record InsertedValues(
    ChangeTarget target, List<DataType> parameters, List<Cell[]> rows, ComputedValues computed)
    implements TableChange {
  @Override
  public String tag() {
    return "INSERT";
  }

  @Override
  public RelationSpec.Table table() {
    return target.spec();
  }

  @Override
  public long execute(ChangeContext context) {
    Object[] values = computed.compute(context);
    CellValues cells = new CellValues(target, computed, values, context.parameters());
    List<Object[]> inserted = new ArrayList<>(rows.size());
    for (Cell[] row : rows) {
      Object[] full = new Object[row.length];
      for (int column = 0; column < row.length; column++) {
        full[column] = cells.value(row[column], column, inserted.size() + 1L);
      }
      inserted.add(full);
    }
    context.writer().insert(inserted, context.cancelled());
    return inserted.size();
  }
}
