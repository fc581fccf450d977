package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.session.ClosingSessionOperator;
import io.millrace.executor.operator.session.SessionOperator;

final class SessionWindowTranslator implements NodeTranslator<ExecNode.SessionWindow> {
  @Override
  public Class<ExecNode.SessionWindow> nodeType() {
    return ExecNode.SessionWindow.class;
  }

  @Override
  public void translate(
      ExecNode.SessionWindow node, TranslationContext context, GraphBuilder graph) {
    RowType inputType = graph.rowType(node.input());
    graph.operator(
        node,
        "session-window",
        node.closing() == null
            ? SessionOperator.factory(node, inputType)
            : ClosingSessionOperator.factory(node, inputType));
  }
}
