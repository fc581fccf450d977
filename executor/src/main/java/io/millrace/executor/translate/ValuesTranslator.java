package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.values.ValuesOperator;

final class ValuesTranslator implements NodeTranslator<ExecNode.Values> {
  @Override
  public Class<ExecNode.Values> nodeType() {
    return ExecNode.Values.class;
  }

  @Override
  public void translate(ExecNode.Values node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "values", ValuesOperator.factory(node));
  }
}
