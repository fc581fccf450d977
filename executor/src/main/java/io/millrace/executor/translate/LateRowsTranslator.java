package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.watermark.LateRowsOperator;

final class LateRowsTranslator implements NodeTranslator<ExecNode.LateRows> {
  @Override
  public Class<ExecNode.LateRows> nodeType() {
    return ExecNode.LateRows.class;
  }

  @Override
  public void translate(ExecNode.LateRows node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "late-rows", LateRowsOperator.factory(node, graph.rowType(node.input())));
  }
}
