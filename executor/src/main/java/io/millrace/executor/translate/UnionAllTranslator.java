package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.union.UnionOperator;

final class UnionAllTranslator implements NodeTranslator<ExecNode.UnionAll> {
  @Override
  public Class<ExecNode.UnionAll> nodeType() {
    return ExecNode.UnionAll.class;
  }

  @Override
  public void translate(ExecNode.UnionAll node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "union-all", UnionOperator.factory(node));
  }
}
