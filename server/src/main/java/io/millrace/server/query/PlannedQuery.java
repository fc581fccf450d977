package io.millrace.server.query;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.planner.adhoc.AdHocQuery;
import io.millrace.planner.adhoc.ScanRequest;
import java.util.List;

/** A query that was checked and planned, to be run any number of times by any thread. */
public final class PlannedQuery {
  private final AdHocQuery query;
  private final ConstantFailure constants = new ConstantFailure();

  PlannedQuery(AdHocQuery query) {
    this.query = query;
  }

  /** The columns of its answer. */
  public RowType rowType() {
    return query.rowType();
  }

  /** The types of its parameters, in order. */
  public List<DataType> parameters() {
    return query.parameters();
  }

  /** The plan as text. */
  public String explain() {
    return query.explain();
  }

  /** What it reads. */
  public List<ScanRequest> scans() {
    return query.scans();
  }

  ConstantFailure constants() {
    return constants;
  }

  AdHocQuery query() {
    return query;
  }
}
