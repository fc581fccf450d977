package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.join.JoinOperator;

final class JoinTranslator implements NodeTranslator<ExecNode.Join> {
  @Override
  public Class<ExecNode.Join> nodeType() {
    return ExecNode.Join.class;
  }

  @Override
  public void translate(ExecNode.Join node, TranslationContext context, GraphBuilder graph) {
    graph.operator(
        node,
        "join",
        JoinOperator.factory(node, graph.rowType(node.left()), graph.rowType(node.right())));
  }
}
