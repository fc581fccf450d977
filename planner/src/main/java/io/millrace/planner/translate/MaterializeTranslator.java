package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamMaterialize;
import java.util.List;

final class MaterializeTranslator implements NodeTranslator<StreamMaterialize> {
  @Override
  public ExecNode translate(
      StreamMaterialize node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.Materialize(
        id,
        inputs.get(0),
        node.relationId(),
        node.key(),
        node.bag(),
        node.rowType(),
        node.changelog());
  }
}
