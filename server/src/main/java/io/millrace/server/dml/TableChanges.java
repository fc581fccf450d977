package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.engine.Engine;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.server.query.HeldMemory;
import io.millrace.server.query.Queries;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;

/**
 * Changes tables by INSERT, UPDATE and DELETE: a statement is done whole or not at all, and what it
 * did is durable when it returns and seen by every later read. Keys are checked when the statement
 * is done, so that an UPDATE may swap them. A DEFAULT that is no literal is computed once for each
 * statement. Thread-safe. Errors are {@link MillraceException}s.
 */
public final class TableChanges {
  private final Engine engine;
  private final Queries queries;

  /** By table id. */
  private final Map<Long, TableWriter> writers = new ConcurrentHashMap<>();

  public TableChanges(Engine engine, Queries queries) {
    this.engine = engine;
    this.queries = queries;
  }

  /**
   * Checks and plans a change.
   *
   * @param statement INSERT, UPDATE or DELETE; may be changed
   */
  public PlannedChange plan(SqlNode statement, CatalogReader catalog) {
    if (statement instanceof SqlInsert insert) {
      return new InsertPlanner(queries, catalog).plan(insert);
    } else if (statement instanceof SqlUpdate update) {
      return new UpdatePlanner(queries, catalog).plan(update);
    } else if (statement instanceof SqlDelete delete) {
      return new UpdatePlanner(queries, catalog).plan(delete);
    }
    throw new MillraceException(
        ErrorCode.UNSUPPORTED, "not supported: " + statement.getKind() + " of rows");
  }

  /**
   * Executes a change.
   *
   * @param change that {@link #plan} made
   * @param parameters one for each of {@link PlannedChange#parameters}, as {@link
   *     io.millrace.executor.read.RelationRows} has values
   * @param cancelled set by another thread to end it early; once rows are being written it has no
   *     effect any more
   * @param user who asks
   * @return how many rows were inserted, updated or deleted
   */
  public long execute(
      PlannedChange change, List<Object> parameters, AtomicBoolean cancelled, String user) {
    if (parameters.size() != change.parameters().size()) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement has "
              + change.parameters().size()
              + " parameters, and "
              + parameters.size()
              + " values are given.");
    }
    TableChange planned = (TableChange) change;
    TableWriter writer =
        writers.computeIfAbsent(
            planned.table().id(), id -> new TableWriter(engine, planned.table()));
    try (HeldMemory held = queries.memoryForChanges()) {
      return planned.execute(new ChangeContext(queries, writer, parameters, cancelled, user, held));
    }
  }
}
