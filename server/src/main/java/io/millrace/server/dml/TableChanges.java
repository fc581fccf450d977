package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.engine.Engine;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.server.query.Queries;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.sql.SqlNode;

/**
 * Changes tables by INSERT, UPDATE and DELETE: a statement is done whole or not at all, and what it
 * did is durable when it returns and seen by every later read. Thread-safe. Errors are {@link
 * MillraceException}s.
 */
public final class TableChanges {
  private final Engine engine;
  private final Queries queries;

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
    throw new MillraceException(
        ErrorCode.UNSUPPORTED, statement.getKind() + " is not supported yet");
  }

  /**
   * Executes a change.
   *
   * @param parameters one for each of {@link PlannedChange#parameters}, as {@link
   *     io.millrace.executor.read.RelationRows} has values
   * @param cancelled set by another thread to end it early; once rows are being written it has no
   *     effect any more
   * @param user who asks
   * @return how many rows were inserted, updated or deleted
   */
  public long execute(
      PlannedChange change, List<Object> parameters, AtomicBoolean cancelled, String user) {
    throw new MillraceException(ErrorCode.UNSUPPORTED, change.tag() + " is not supported yet");
  }
}
