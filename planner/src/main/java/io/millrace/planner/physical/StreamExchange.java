package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;

/** Moves rows to the workers that own their keys. */
public record StreamExchange(StreamNode input, List<Integer> keys) implements StreamNode {
  public StreamExchange {
    keys = List.copyOf(keys);
  }

  /** The input, exchanged only where its rows are not in place already. */
  public static StreamNode ensure(StreamNode input, List<Integer> keys) {
    return input.isDistributedBy(keys) ? input : new StreamExchange(input, keys);
  }

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
    return input.changelog();
  }

  @Override
  public UpsertKeys upsertKeys() {
    return input.upsertKeys();
  }

  @Override
  public Distribution distribution() {
    return Distribution.hash(keys);
  }

  @Override
  public Map<Integer, Long> eventTimes() {
    return input.eventTimes();
  }
}
