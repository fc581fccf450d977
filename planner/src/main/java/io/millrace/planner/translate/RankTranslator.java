package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamRank;
import java.util.List;

final class RankTranslator implements NodeTranslator<StreamRank> {
  @Override
  public ExecNode translate(
      StreamRank node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.Rank(
        id,
        inputs.get(0),
        node.ranks().function(),
        node.ranks().partition(),
        node.ranks().order(),
        node.ranks().from(),
        node.ranks().to(),
        node.rankProjected(),
        node.inputAppendOnly(),
        node.rowType(),
        node.changelog(),
        node.closing());
  }
}
