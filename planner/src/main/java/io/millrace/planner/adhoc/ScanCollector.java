package io.millrace.planner.adhoc;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.TableScan;

/** Numbers a plan's scans and collects what they ask for. */
final class ScanCollector extends RelShuttleImpl {
  private final List<ScanRequest> requests = new ArrayList<>();

  List<ScanRequest> requests() {
    return requests;
  }

  @Override
  public RelNode visit(TableScan scan) {
    RelationScan numbered = ((RelationScan) scan).withNumber(requests.size());
    requests.add(numbered.request());
    return numbered;
  }
}
