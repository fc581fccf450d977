package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.aggregate.GroupAggregateOperator;

final class GroupAggregateTranslator implements NodeTranslator<ExecNode.GroupAggregate> {
  @Override
  public Class<ExecNode.GroupAggregate> nodeType() {
    return ExecNode.GroupAggregate.class;
  }

  @Override
  public void translate(
      ExecNode.GroupAggregate node, TranslationContext context, GraphBuilder graph) {
    graph.operator(
        node, "group-aggregate", GroupAggregateOperator.factory(node, graph.rowType(node.input())));
  }
}
