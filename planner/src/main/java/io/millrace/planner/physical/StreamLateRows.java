package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;

/**
 * The rows that a {@link StreamLateFilter} of the same rows drops.
 *
 * @param input only inserts
 * @param time the column by which rows are late
 * @param columns which of the input's columns are put out, in this order
 * @param rowType of these columns
 */
public record StreamLateRows(
    StreamNode input, EventTime time, List<Integer> columns, RowType rowType)
    implements StreamNode {
  public StreamLateRows {
    columns = List.copyOf(columns);
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  @Override
  public ChangelogMode changelog() {
    return ChangelogMode.APPEND;
  }

  @Override
  public UpsertKeys upsertKeys() {
    return UpsertKeys.NONE;
  }

  @Override
  public Distribution distribution() {
    return Distribution.UNKNOWN;
  }
}
