package io.millrace.planner.physical.rule;

import io.millrace.planner.logical.Ranking;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamRank;
import io.millrace.planner.type.TypeConverter;
import java.util.List;

/** A ranking, on the worker that owns the partition. */
final class RankRule implements PhysicalRule<Ranking> {
  @Override
  public StreamNode convert(Ranking ranking, List<StreamNode> inputs) {
    return new StreamRank(
        StreamExchange.ensure(inputs.get(0), ranking.ranks().partition()),
        ranking.ranks(),
        ranking.rankProjected(),
        TypeConverter.toRowType(ranking.getRowType()),
        null);
  }
}
