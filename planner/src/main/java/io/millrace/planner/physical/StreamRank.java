package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.type.RowType;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers rows that are distributed by their partition's columns, and puts out those whose number
 * is in a range.
 *
 * @param rankProjected whether the number is put out, as the last column
 */
public record StreamRank(
    StreamNode input, Ranking.Ranks ranks, boolean rankProjected, RowType rowType)
    implements StreamNode {
  public boolean inputAppendOnly() {
    return input.changelog() == ChangelogMode.APPEND;
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  /** A row that comes may push another one out. */
  @Override
  public ChangelogMode changelog() {
    return ChangelogMode.RETRACT;
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
