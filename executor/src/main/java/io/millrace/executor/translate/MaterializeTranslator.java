package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.materialize.MaterializeOperator;

final class MaterializeTranslator implements NodeTranslator<ExecNode.Materialize> {
  @Override
  public Class<ExecNode.Materialize> nodeType() {
    return ExecNode.Materialize.class;
  }

  @Override
  public void translate(ExecNode.Materialize node, TranslationContext context, GraphBuilder graph) {
    graph.operator(
        node, "materialize", MaterializeOperator.factory(node, graph.changelog(node.input())));
  }
}
