package io.millrace.planner.physical;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Groups rows that are distributed by the group's columns.
 *
 * @param changelog RETRACT, or UPSERT where only the newest row of a group is asked for; APPEND
 *     when groups are put out once
 * @param closing the group's column, by its number in the input, by which a group is put out, once,
 *     when it is past; null for groups that are put out whenever they change
 */
public record StreamGroupAggregate(
    StreamNode input,
    List<Integer> groupKeys,
    List<AggregateCall> aggregates,
    RowType rowType,
    ChangelogMode changelog,
    EventTime closing)
    implements StreamNode {
  public StreamGroupAggregate {
    groupKeys = List.copyOf(groupKeys);
    aggregates = List.copyOf(aggregates);
  }

  /** With groups that are put out whenever they change. */
  public StreamGroupAggregate(
      StreamNode input,
      List<Integer> groupKeys,
      List<AggregateCall> aggregates,
      RowType rowType,
      ChangelogMode changelog) {
    this(input, groupKeys, aggregates, rowType, changelog, null);
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

  /**
   * Only the column by which groups close: values of another one may be past before their group is
   * put out.
   */
  @Override
  public Map<Integer, Long> eventTimes() {
    return closing == null
        ? Map.of()
        : Map.of(groupKeys.indexOf(closing.column()), closing.delay());
  }

  private List<Integer> outputKeys() {
    return IntStream.range(0, groupKeys.size()).boxed().toList();
  }
}
