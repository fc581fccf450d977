package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamExchange;
import java.util.List;

final class ExchangeTranslator implements NodeTranslator<StreamExchange> {
  @Override
  public ExecNode translate(
      StreamExchange node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.Exchange(id, inputs.get(0), node.keys(), node.rowType(), node.changelog());
  }
}
