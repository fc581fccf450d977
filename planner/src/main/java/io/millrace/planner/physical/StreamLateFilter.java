package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;

/**
 * Drops late rows before an operator that closes windows.
 *
 * @param input only inserts
 * @param time the column by which the operator behind it closes windows
 */
public record StreamLateFilter(StreamNode input, EventTime time) implements StreamNode {
  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  @Override
  public RowType rowType() {
    return input.rowType();
  }

  @Override
  public ChangelogMode changelog() {
    return ChangelogMode.APPEND;
  }

  @Override
  public UpsertKeys upsertKeys() {
    return input.upsertKeys();
  }

  @Override
  public Distribution distribution() {
    return input.distribution();
  }

  @Override
  public boolean isDistributedBy(List<Integer> columns) {
    return input.isDistributedBy(columns);
  }

  @Override
  public Map<Integer, Long> eventTimes() {
    return input.eventTimes();
  }
}
