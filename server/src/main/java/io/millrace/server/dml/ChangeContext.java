package io.millrace.server.dml;

import io.millrace.server.query.HeldMemory;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What one execution of a change works with. */
record ChangeContext(
    Queries queries,
    TableWriter writer,
    List<Object> parameters,
    AtomicBoolean cancelled,
    String user,
    HeldMemory held) {
  /** All rows of a query that has the statement's parameters. */
  List<Object[]> fetchAll(PlannedQuery query) {
    return queries.fetchAll(query, parameters, cancelled, user, held);
  }
}
