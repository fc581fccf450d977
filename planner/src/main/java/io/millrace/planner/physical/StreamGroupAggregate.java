package io.millrace.planner.physical;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Groups rows that are distributed by the group's columns.
 *
 * @param changelog RETRACT, or UPSERT where only the newest row of a group is asked for
 */
public record StreamGroupAggregate(
    StreamNode input,
    List<Integer> groupKeys,
    List<AggregateCall> aggregates,
    RowType rowType,
    ChangelogMode changelog)
    implements StreamNode {
  public StreamGroupAggregate {
    groupKeys = List.copyOf(groupKeys);
    aggregates = List.copyOf(aggregates);
  }

  public StreamGroupAggregate withChangelog(ChangelogMode mode) {
    return new StreamGroupAggregate(input, groupKeys, aggregates, rowType, mode);
  }

  public boolean inputAppendOnly() {
    return input.changelog() == ChangelogMode.APPEND;
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  @Override
  public UpsertKeys upsertKeys() {
    return UpsertKeys.of(outputKeys());
  }

  @Override
  public Distribution distribution() {
    return Distribution.hash(outputKeys());
  }

  private List<Integer> outputKeys() {
    return IntStream.range(0, groupKeys.size()).boxed().toList();
  }
}
