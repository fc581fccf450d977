package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import org.apache.calcite.rex.RexNode;

/** Constant rows. */
public record StreamValues(List<List<RexNode>> rows, RowType rowType) implements StreamNode {
  public StreamValues {
    rows = rows.stream().map(List::copyOf).toList();
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of();
  }

  @Override
  public ChangelogMode changelog() {
    return ChangelogMode.APPEND;
  }

  @Override
  public UpsertKeys upsertKeys() {
    return rows.size() <= 1 ? UpsertKeys.SINGLE_ROW : UpsertKeys.NONE;
  }

  @Override
  public Distribution distribution() {
    return Distribution.UNKNOWN;
  }
}
