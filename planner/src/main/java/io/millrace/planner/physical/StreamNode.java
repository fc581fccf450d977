package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;

/** An operator of a physical plan. Immutable. */
public sealed interface StreamNode
    permits StreamScan,
        StreamValues,
        StreamCalc,
        StreamExchange,
        StreamGroupAggregate,
        StreamLateFilter,
        StreamLateRows,
        StreamJoin,
        StreamRank,
        StreamSessionWindow,
        StreamUnionAll,
        StreamMaterialize,
        StreamSink {
  List<StreamNode> inputs();

  /** The rows it puts out. */
  RowType rowType();

  /** What its rows mean. */
  ChangelogMode changelog();

  /** What is unique in its content. */
  UpsertKeys upsertKeys();

  /** On which worker its rows are. */
  Distribution distribution();

  /** Whether rows are where an exchange by these columns, in this order, would bring them. */
  default boolean isDistributedBy(List<Integer> columns) {
    return distribution().satisfies(columns);
  }

  /**
   * Columns and their delays, in the column's unit: when the watermark is at a value plus its
   * delay, no more rows come with the value, but for late ones.
   */
  default Map<Integer, Long> eventTimes() {
    return Map.of();
  }
}
