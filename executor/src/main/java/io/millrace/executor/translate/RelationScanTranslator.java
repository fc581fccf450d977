package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;

final class RelationScanTranslator implements NodeTranslator<ExecNode.RelationScan> {
  @Override
  public Class<ExecNode.RelationScan> nodeType() {
    return ExecNode.RelationScan.class;
  }

  @Override
  public void translate(
      ExecNode.RelationScan node, TranslationContext context, GraphBuilder graph) {
    graph.scan(node);
  }
}
