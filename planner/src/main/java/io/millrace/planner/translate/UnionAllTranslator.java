package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamUnionAll;
import java.util.List;

final class UnionAllTranslator implements NodeTranslator<StreamUnionAll> {
  @Override
  public ExecNode translate(
      StreamUnionAll node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.UnionAll(id, inputs, node.rowType(), node.changelog());
  }
}
