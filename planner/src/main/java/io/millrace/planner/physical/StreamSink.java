package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;

/**
 * Writes to a sink.
 *
 * @param rowType the input's, with the names that users see
 */
public record StreamSink(StreamNode input, long relationId, RowType rowType) implements StreamNode {
  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  @Override
  public ChangelogMode changelog() {
    return input.changelog();
  }

  @Override
  public UpsertKeys upsertKeys() {
    return input.upsertKeys();
  }

  @Override
  public Distribution distribution() {
    return input.distribution();
  }
}
