package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.join.ExpiringJoinOperator;
import io.millrace.executor.operator.join.JoinOperator;

final class JoinTranslator implements NodeTranslator<ExecNode.Join> {
  @Override
  public Class<ExecNode.Join> nodeType() {
    return ExecNode.Join.class;
  }

  @Override
  public void translate(ExecNode.Join node, TranslationContext context, GraphBuilder graph) {
    RowType left = graph.rowType(node.left());
    RowType right = graph.rowType(node.right());
    graph.operator(
        node,
        "join",
        node.leftPast() == null
            ? JoinOperator.factory(node, left, right)
            : ExpiringJoinOperator.factory(node, left, right));
  }
}
