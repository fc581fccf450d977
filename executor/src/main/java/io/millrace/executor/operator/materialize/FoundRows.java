package io.millrace.executor.operator.materialize;

import io.millrace.executor.read.RelationRows;
import java.util.Iterator;
import java.util.List;

/** Rows that were looked up already. */
final class FoundRows implements RelationRows {
  private final Iterator<Object[]> rows;
  private Object[] row;

  FoundRows(List<Object[]> rows) {
    this.rows = rows.iterator();
  }

  @Override
  public boolean next() {
    if (!rows.hasNext()) {
      return false;
    }
    row = rows.next();
    return true;
  }

  @Override
  public Object[] row() {
    return row.clone();
  }

  @Override
  public void close() {}
}
