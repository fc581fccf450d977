package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.rank.RankOperator;

final class RankTranslator implements NodeTranslator<ExecNode.Rank> {
  @Override
  public Class<ExecNode.Rank> nodeType() {
    return ExecNode.Rank.class;
  }

  @Override
  public void translate(ExecNode.Rank node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "rank", RankOperator.factory(node, graph.rowType(node.input())));
  }
}
