package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.calc.CalcOperator;

final class CalcTranslator implements NodeTranslator<ExecNode.Calc> {
  @Override
  public Class<ExecNode.Calc> nodeType() {
    return ExecNode.Calc.class;
  }

  @Override
  public void translate(ExecNode.Calc node, TranslationContext context, GraphBuilder graph) {
    graph.operator(node, "calc", CalcOperator.factory(node, graph.rowType(node.input())));
  }
}
