package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamGroupAggregate;
import java.util.List;

final class GroupAggregateTranslator implements NodeTranslator<StreamGroupAggregate> {
  @Override
  public ExecNode translate(
      StreamGroupAggregate node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.GroupAggregate(
        id,
        inputs.get(0),
        node.groupKeys(),
        node.aggregates(),
        node.inputAppendOnly(),
        node.rowType(),
        node.changelog(),
        node.closing());
  }
}
