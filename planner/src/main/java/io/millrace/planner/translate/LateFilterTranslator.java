package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamLateFilter;
import java.util.List;

final class LateFilterTranslator implements NodeTranslator<StreamLateFilter> {
  @Override
  public ExecNode translate(
      StreamLateFilter node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.LateFilter(id, inputs.get(0), node.time(), node.rowType());
  }
}
