package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.time.Clock;
import io.millrace.core.type.RowType;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.read.EpochRead;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.planner.adhoc.AdHocErrors;
import io.millrace.planner.adhoc.AdHocPlanner;
import io.millrace.planner.adhoc.AdHocQuery;
import io.millrace.planner.adhoc.QueryInput;
import io.millrace.planner.adhoc.RowSizes;
import io.millrace.planner.adhoc.ScanRequest;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.result.RowCursor;
import io.millrace.server.system.SystemTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.sql.SqlNode;

/**
 * Answers queries: everything that one statement reads is read at one epoch, which holds all that
 * was written before. Thread-safe. Errors are {@link MillraceException}s.
 */
public final class Queries {
  private static final int FETCHED_ROWS = 1000;

  /** A row as it was, as it will be, and on its way into the log. */
  private static final int CHANGE_COPIES = 3;

  private final Engine engine;
  private final SystemTables system;
  private final Clock clock;
  private final QueryMemory memory;
  private final AdHocPlanner planner;

  public Queries(Engine engine, SystemTables system, Clock clock, QueryMemory memory) {
    this.engine = engine;
    this.system = system;
    this.clock = clock;
    this.memory = memory;
    this.planner =
        new AdHocPlanner(system, name -> CatalogSnapshot.of(engine.savepoint(name).definitions()));
  }

  /**
   * Checks and plans a query.
   *
   * @param query SELECT, VALUES, WITH or a combination of them; may be changed
   */
  public PlannedQuery plan(SqlNode query, CatalogReader catalog) {
    return new PlannedQuery(planner.plan(query, catalog));
  }

  /**
   * Begins a query: when this returns its epoch is fixed, and its rows are computed as they are
   * fetched.
   *
   * @param parameters one for each of {@link PlannedQuery#parameters}, as {@link
   *     io.millrace.executor.read.RelationRows} has values
   * @param cancelled set by another thread to end it early
   * @param user who asks
   * @return whose snapshot the caller gives back by closing it
   */
  public RowCursor run(
      PlannedQuery planned, List<Object> parameters, AtomicBoolean cancelled, String user) {
    AdHocQuery query = planned.query();
    if (parameters.size() != query.parameters().size()) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement has "
              + query.parameters().size()
              + " parameters, and "
              + parameters.size()
              + " values are given.");
    }
    Cancellation cancellation = new Cancellation(cancelled);
    long now = clock.currentTimeMillis();
    EpochRead read = EpochReads.read(engine, query.scans(), parameters, cancellation);
    HeldMemory held = new HeldMemory(memory, HeldMemory.TO_COMPUTE);
    boolean begun = false;
    try {
      QueryInput input =
          new QueryInput(
              scans(query.scans(), read, cancellation, held),
              EdgeValues.parameters(parameters),
              cancelled,
              now,
              user,
              held);
      RowCursor cursor =
          new QueryCursor(
              query.rowType(),
              () -> query.run(input),
              read,
              held,
              cancellation,
              planned.constants());
      begun = true;
      return cursor;
    } catch (RuntimeException e) {
      throw AdHocErrors.translate(e);
    } finally {
      if (!begun && read != null) {
        read.close();
      }
    }
  }

  /** Memory for rows that a statement holds to change them; the caller gives it back. */
  public HeldMemory memoryForChanges() {
    return new HeldMemory(memory, HeldMemory.TO_CHANGE);
  }

  /**
   * All rows of a query at once.
   *
   * @param held counts the rows, as many times as a change has them
   * @throws MillraceException {@link ErrorCode#LIMIT_EXCEEDED} if they are too many, besides what
   *     {@link #run} throws
   */
  public List<Object[]> fetchAll(
      PlannedQuery planned,
      List<Object> parameters,
      AtomicBoolean cancelled,
      String user,
      HeldMemory held) {
    List<Object[]> all = new ArrayList<>();
    try (RowCursor cursor = run(planned, parameters, cancelled, user)) {
      while (!cursor.ended()) {
        for (Object[] row : cursor.next(FETCHED_ROWS, Duration.ZERO)) {
          held.hold(CHANGE_COPIES * RowSizes.of(row));
          all.add(row);
        }
      }
    }
    return all;
  }

  private List<Enumerable<Object[]>> scans(
      List<ScanRequest> requests, EpochRead read, Cancellation cancellation, HeldMemory held) {
    List<Enumerable<Object[]>> scans = new ArrayList<>();
    int next = 0;
    for (ScanRequest request : requests) {
      if (request.relation().isEmpty()) {
        scans.add(system(request));
        continue;
      }
      RowType rowType = request.relation().get().rowType().project(request.columns());
      Enumerable<Object[]> rows =
          new StreamedScan(read.rows(next++), EdgeValues.binaryColumns(rowType), cancellation);
      scans.add(request.repeated() ? new HeldScan(rows, held, cancellation) : rows);
    }
    return scans;
  }

  private Enumerable<Object[]> system(ScanRequest request) {
    List<Object[]> rows = new ArrayList<>();
    for (Object[] row : system.rows(request.schema(), request.name())) {
      rows.add(request.columns().stream().map(column -> row[column]).toArray());
    }
    return Linq4j.asEnumerable(rows);
  }

  /** The columns of a subscription: {@code epoch}, {@code weight}, and those of the relation. */
  public RowType rowType(SqlSubscribe statement, CatalogReader catalog) {
    return Subscriptions.rowType(Subscriptions.target(statement, catalog).rowType());
  }

  /**
   * Subscribes to a relation's changes, from the epoch on that is complete when this returns. Rows
   * are the epoch of a change, its weight (+n: the row was added n times, −n: taken away), and the
   * row.
   */
  public RowCursor subscribe(SqlSubscribe statement, CatalogReader catalog) {
    return Subscriptions.subscribe(engine, statement, catalog);
  }
}
