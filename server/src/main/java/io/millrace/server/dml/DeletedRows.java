package io.millrace.server.dml;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.DataType;
import io.millrace.server.query.PlannedQuery;
import java.util.Arrays;
import java.util.List;

/**
 * DELETE.
 *
 * @param query the rows that are deleted
 */
record DeletedRows(ChangeTarget target, PlannedQuery query) implements TableChange {
  @Override
  public String tag() {
    return "DELETE";
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
    return context.writer().change(() -> delete(context), context.cancelled());
  }

  private long delete(ChangeContext context) {
    List<Object[]> rows = context.fetchAll(query);
    long[] weights = new long[rows.size()];
    Arrays.fill(weights, -1);
    context.writer().append(rows, weights);
    return rows.size();
  }
}
