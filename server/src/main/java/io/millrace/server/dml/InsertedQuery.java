package io.millrace.server.dml;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.DataType;
import io.millrace.server.query.PlannedQuery;
import java.util.ArrayList;
import java.util.List;

/**
 * INSERT … SELECT.
 *
 * @param columns the table's column for each of the query's
 * @param others what the table's other columns get; null for those of {@code columns}
 */
record InsertedQuery(
    ChangeTarget target,
    PlannedQuery query,
    List<Integer> columns,
    Cell[] others,
    ComputedValues computed)
    implements TableChange {
  @Override
  public String tag() {
    return "INSERT";
  }

  @Override
  public List<DataType> parameters() {
    return query.parameters();
  }

  @Override
  public RelationSpec.Table table() {
    return target.spec();
  }

  @Override
  public long execute(ChangeContext context) {
    Object[] values = computed.compute(context);
    CellValues cells = new CellValues(target, computed, values, context.parameters());
    ColumnAssignment[] assignments =
        columns.stream().map(target::assignment).toArray(ColumnAssignment[]::new);
    List<Object[]> rows = context.fetchAll(query);
    List<Object[]> inserted = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      Object[] full = new Object[others.length];
      long number = inserted.size() + 1L;
      for (int column = 0; column < full.length; column++) {
        if (others[column] != null) {
          full[column] = cells.value(others[column], column, number);
        }
      }
      for (int i = 0; i < row.length; i++) {
        full[columns.get(i)] = assignments[i].assign(row[i], query.rowType().type(i), number);
      }
      inserted.add(full);
    }
    context.writer().insert(inserted, context.cancelled());
    return inserted.size();
  }
}
