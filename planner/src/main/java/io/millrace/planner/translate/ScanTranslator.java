package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamScan;
import java.util.List;

final class ScanTranslator implements NodeTranslator<StreamScan> {
  @Override
  public ExecNode translate(
      StreamScan node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.RelationScan(
        id, node.spec().id(), node.columns(), node.rowType(), node.changelog());
  }
}
