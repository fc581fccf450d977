package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.aggregate.ClosingAggregateOperator;
import io.millrace.executor.operator.aggregate.GroupAggregateOperator;

final class GroupAggregateTranslator implements NodeTranslator<ExecNode.GroupAggregate> {
  @Override
  public Class<ExecNode.GroupAggregate> nodeType() {
    return ExecNode.GroupAggregate.class;
  }

  @Override
  public void translate(
      ExecNode.GroupAggregate node, TranslationContext context, GraphBuilder graph) {
    RowType input = graph.rowType(node.input());
    graph.operator(
        node,
        "group-aggregate",
        node.closing() == null
            ? GroupAggregateOperator.factory(node, input)
            : ClosingAggregateOperator.factory(node, input));
  }
}
