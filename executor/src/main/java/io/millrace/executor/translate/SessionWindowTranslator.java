package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.session.SessionOperator;

final class SessionWindowTranslator implements NodeTranslator<ExecNode.SessionWindow> {
  @Override
  public Class<ExecNode.SessionWindow> nodeType() {
    return ExecNode.SessionWindow.class;
  }

  @Override
  public void translate(
      ExecNode.SessionWindow node, TranslationContext context, GraphBuilder graph) {
    graph.operator(
        node, "session-window", SessionOperator.factory(node, graph.rowType(node.input())));
  }
}
