package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.watermark.LateFilterOperator;

final class LateFilterTranslator implements NodeTranslator<ExecNode.LateFilter> {
  @Override
  public Class<ExecNode.LateFilter> nodeType() {
    return ExecNode.LateFilter.class;
  }

  @Override
  public void translate(ExecNode.LateFilter node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "late-filter", LateFilterOperator.factory(node));
  }
}
