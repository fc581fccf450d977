package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All rows of all inputs, which have equal types. */
public record StreamUnionAll(List<StreamNode> inputs, RowType rowType) implements StreamNode {
  public StreamUnionAll {
    inputs = List.copyOf(inputs);
  }

  @Override
  public ChangelogMode changelog() {
    return inputs.stream().allMatch(input -> input.changelog() == ChangelogMode.APPEND)
        ? ChangelogMode.APPEND
        : ChangelogMode.RETRACT;
  }

  @Override
  public UpsertKeys upsertKeys() {
    return UpsertKeys.NONE;
  }

  @Override
  public Distribution distribution() {
    Distribution first = inputs.get(0).distribution();
    return inputs.stream().allMatch(input -> input.distribution().equals(first))
        ? first
        : Distribution.UNKNOWN;
  }

  /** A value is past when it is past in all inputs. */
  @Override
  public Map<Integer, Long> eventTimes() {
    Map<Integer, Long> times = new LinkedHashMap<>(inputs.get(0).eventTimes());
    for (StreamNode input : inputs) {
      Map<Integer, Long> others = input.eventTimes();
      times.keySet().retainAll(others.keySet());
      times.replaceAll((column, delay) -> Math.max(delay, others.get(column)));
    }
    return times;
  }
}
