package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.type.RowType;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Numbers rows that are distributed by their partition's columns, and puts out those whose number
 * is in a range.
 *
 * @param rankProjected whether the number is put out, as the last column
 * @param closing the partition's column by which a partition is put out, once, when it is past;
 *     null for rows that are put out whenever they change
 */
public record StreamRank(
    StreamNode input,
    Ranking.Ranks ranks,
    boolean rankProjected,
    RowType rowType,
    EventTime closing)
    implements StreamNode {
  public boolean inputAppendOnly() {
    return input.changelog() == ChangelogMode.APPEND;
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  /** A row that comes may push another one out, unless rows wait for the end. */
  @Override
  public ChangelogMode changelog() {
    return closing == null ? ChangelogMode.RETRACT : ChangelogMode.APPEND;
  }

  /** Only the column by which partitions close: values of another one may be past before. */
  @Override
  public Map<Integer, Long> eventTimes() {
    return closing == null ? Map.of() : Map.of(closing.column(), closing.delay());
  }

  /** The input's, and a partition with a number that only one row has. */
  @Override
  public UpsertKeys upsertKeys() {
    List<List<Integer>> keys = new ArrayList<>(input.upsertKeys().keys());
    if (ranks.function() == RankFunction.ROW_NUMBER) {
      if (ranks.from() >= ranks.to()) {
        keys.add(ranks.partition());
      } else if (rankProjected) {
        List<Integer> numbered = new ArrayList<>(ranks.partition());
        numbered.add(rowType.size() - 1);
        keys.add(numbered);
      }
    }
    return new UpsertKeys(keys);
  }

  @Override
  public Distribution distribution() {
    return Distribution.hash(ranks.partition());
  }
}
