package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamSessionWindow;
import java.util.List;

final class SessionWindowTranslator implements NodeTranslator<StreamSessionWindow> {
  @Override
  public ExecNode translate(
      StreamSessionWindow node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.SessionWindow(
        id,
        inputs.get(0),
        node.sessions().partition(),
        node.sessions().time(),
        node.sessions().gapMillis(),
        node.columns(),
        node.inputAppendOnly(),
        node.rowType(),
        node.changelog(),
        node.closing());
  }
}
