package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import java.util.List;

/** Spares an aggregate the before images where its consumer replaces rows by the group's key. */
final class Upserts {
  private Upserts() {}

  /**
   * The same node with an aggregate that upserts, if only whole columns move between it and the
   * consumer and the consumer's key is the group's. A condition in between would have to see the
   * row that is replaced, and an expression would be computed over the meaningless columns of a
   * deletion.
   */
  static StreamNode allow(StreamNode node, List<Integer> key) {
    if (!node.upsertKeys().covers(key) || !node.distribution().satisfies(key)) {
      return node;
    }
    return replaced(node);
  }

  private static StreamNode replaced(StreamNode node) {
    if (node instanceof StreamGroupAggregate aggregate && aggregate.closing() == null) {
      return aggregate.withChangelog(ChangelogMode.UPSERT);
    }
    if (node instanceof StreamCalc calc && calc.isColumnsOnly()) {
      return new StreamCalc(replaced(calc.input()), null, calc.projections(), calc.rowType());
    }
    return node;
  }
}
