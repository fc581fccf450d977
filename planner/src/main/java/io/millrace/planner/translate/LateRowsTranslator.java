package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamLateRows;
import java.util.List;

final class LateRowsTranslator implements NodeTranslator<StreamLateRows> {
  @Override
  public ExecNode translate(
      StreamLateRows node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.LateRows(id, inputs.get(0), node.time(), node.columns(), node.rowType());
  }
}
