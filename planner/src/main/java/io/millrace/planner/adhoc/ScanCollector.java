package io.millrace.planner.adhoc;

import java.util.ArrayList;
import java.util.List;
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

  /** Inputs above the current node that are enumerated once for each row of another one. */
  private int repeating;

  List<ScanRequest> requests() {
    return requests;
  }

  @Override
  protected RelNode visitChild(RelNode parent, int i, RelNode child) {
    boolean repeats = repeats(parent, i);
    repeating += repeats ? 1 : 0;
    RelNode visited = super.visitChild(parent, i, child);
    repeating -= repeats ? 1 : 0;
    return visited;
  }

  private static boolean repeats(RelNode parent, int input) {
    boolean nested =
        parent instanceof Correlate
            || parent instanceof Join
                && !(parent instanceof EnumerableHashJoin)
                && !(parent instanceof EnumerableMergeJoin);
    return nested && input > 0 || parent instanceof RepeatUnion;
  }

  @Override
  public RelNode visit(TableScan scan) {
    RelationScan numbered = ((RelationScan) scan).withNumber(requests.size());
    requests.add(numbered.request(repeating > 0));
    return numbered;
  }
}
