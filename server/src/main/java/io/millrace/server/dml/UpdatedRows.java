package io.millrace.server.dml;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.DataType;
import io.millrace.server.query.PlannedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * UPDATE.
 *
 * @param query the rows that are updated: all columns of the table, then a value for each of {@code
 *     columns}
 * @param columns the columns that get new values
 */
record UpdatedRows(ChangeTarget target, PlannedQuery query, List<Integer> columns)
    implements TableChange {
  @Override
  public String tag() {
    return "UPDATE";
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
    return context.writer().change(() -> update(context), context.cancelled());
  }

  private long update(ChangeContext context) {
    ColumnAssignment[] assignments =
        columns.stream().map(target::assignment).toArray(ColumnAssignment[]::new);
    int width = target.rowType().size();
    List<Object[]> before = new ArrayList<>();
    List<Object[]> after = new ArrayList<>();
    long updated = 0;
    for (Object[] row : context.fetchAll(query)) {
      Object[] old = Arrays.copyOf(row, width);
      Object[] changed = old.clone();
      for (int i = 0; i < assignments.length; i++) {
        DataType type = query.rowType().type(width + i);
        changed[columns.get(i)] = assignments[i].assign(row[width + i], type, 0);
      }
      updated++;
      if (!Arrays.deepEquals(old, changed)) {
        before.add(old);
        after.add(changed);
      }
    }
    checkKeys(context.writer(), before, after);
    write(context.writer(), before, after);
    return updated;
  }

  /** No two rows may have the same key when the statement is done; on the way they may. */
  private void checkKeys(TableWriter writer, List<Object[]> before, List<Object[]> after) {
    List<Integer> key = table().primaryKey();
    if (key.isEmpty() || columns.stream().noneMatch(key::contains)) {
      return;
    }
    RowKeys keys = new RowKeys(table());
    Set<List<Object>> freed = new HashSet<>();
    before.forEach(row -> freed.add(keys.of(row)));
    Set<List<Object>> taken = new HashSet<>();
    List<Object[]> others = new ArrayList<>();
    for (Object[] row : after) {
      if (!taken.add(keys.of(row))) {
        throw keys.violation(row);
      }
      if (!freed.contains(keys.of(row))) {
        others.add(row);
      }
    }
    if (others.isEmpty()) {
      return;
    }
    Set<List<Object>> present = writer.present(others.stream().map(keys::values).toList());
    for (Object[] row : others) {
      if (present.contains(keys.of(row))) {
        throw keys.violation(row);
      }
    }
  }

  private static void write(TableWriter writer, List<Object[]> before, List<Object[]> after) {
    List<Object[]> rows = new ArrayList<>(before);
    rows.addAll(after);
    long[] weights = new long[rows.size()];
    Arrays.fill(weights, 0, before.size(), -1);
    Arrays.fill(weights, before.size(), rows.size(), 1);
    writer.append(rows, weights);
  }
}
