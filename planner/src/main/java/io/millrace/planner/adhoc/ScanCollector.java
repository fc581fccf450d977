package io.millrace.planner.adhoc;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableMergeJoin;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.TableScan;

/** Numbers a plan's scans and collects what they ask for. */
final class ScanCollector extends RelShuttleImpl {
  private final List<ScanRequest> requests = new ArrayList<>();

  /** Whether the current node's rows may be enumerated again by a join above. */
  private boolean nested;

  /** Whether the current node is computed again for each row of another one. */
  private boolean computedAgain;

  List<ScanRequest> requests() {
    return requests;
  }

  @Override
  protected RelNode visitChild(RelNode parent, int i, RelNode child) {
    boolean nestedBefore = nested;
    boolean computedAgainBefore = computedAgain;
    computedAgain |= parent instanceof RepeatUnion || parent instanceof Correlate && i > 0;
    // What an aggregate has computed it keeps.
    nested = !(parent instanceof EnumerableAggregate) && (nested || i > 0 && isNestedLoop(parent));
    RelNode visited = super.visitChild(parent, i, child);
    nested = nestedBefore;
    computedAgain = computedAgainBefore;
    return visited;
  }

  private static boolean isNestedLoop(RelNode rel) {
    return rel instanceof Join
        && !(rel instanceof EnumerableHashJoin)
        && !(rel instanceof EnumerableMergeJoin);
  }

  @Override
  public RelNode visit(TableScan scan) {
    RelationScan numbered = ((RelationScan) scan).withNumber(requests.size());
    requests.add(numbered.request(nested || computedAgain));
    return numbered;
  }
}
