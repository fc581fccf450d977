package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamSink;
import java.util.List;

final class SinkTranslator implements NodeTranslator<StreamSink> {
  @Override
  public ExecNode translate(
      StreamSink node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.SinkWrite(
        id, inputs.get(0), node.relationId(), node.rowType(), node.changelog());
  }
}
