package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.read.EpochRead;
import io.millrace.planner.adhoc.AdHocErrors;
import io.millrace.server.result.RowCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/**
 * The rows of a query, computed while they are fetched. What was read is given back at the end, at
 * an error, or when the cursor is closed.
 */
final class QueryCursor implements RowCursor {
  private final RowType rowType;
  private final Supplier<Enumerable<Object[]>> answer;
  private final EpochRead read;
  private final HeldMemory held;
  private final Cancellation cancellation;
  private final ConstantFailure constants;
  private Enumerator<Object[]> rows;
  private volatile boolean ended;
  private boolean closed;

  /**
   * @param answer begins to compute
   * @param read what the answer is computed from, or null; the cursor closes it
   * @param held by the answer; the cursor closes it
   */
  QueryCursor(
      RowType rowType,
      Supplier<Enumerable<Object[]>> answer,
      EpochRead read,
      HeldMemory held,
      Cancellation cancellation,
      ConstantFailure constants) {
    this.rowType = rowType;
    this.answer = answer;
    this.read = read;
    this.held = held;
    this.cancellation = cancellation;
    this.constants = constants;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public synchronized List<Object[]> next(int most, Duration wait) {
    cancellation.check();
    if (ended) {
      return List.of();
    }
    List<Object[]> fetched = new ArrayList<>();
    try {
      if (rows == null) {
        rows = answer.get().enumerator();
      }
      while (fetched.size() < most && !ended) {
        cancellation.check();
        if (rows.moveNext()) {
          fetched.add(EdgeValues.fromRuntime(rows.current(), rowType));
        } else {
          ended = true;
        }
      }
    } catch (RuntimeException e) {
      cancellation.cancel();
      release();
      throw AdHocErrors.translate(e);
    } catch (LinkageError e) {
      cancellation.cancel();
      release();
      throw constants.failure(e);
    } catch (StackOverflowError e) {
      cancellation.cancel();
      release();
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED, "The query is nested too deeply to be computed.", e);
    } catch (OutOfMemoryError e) {
      cancellation.cancel();
      release();
      throw new MillraceException(
          ErrorCode.OUT_OF_MEMORY,
          "The query needs more memory than there is. Ask for less at once, or give the process"
              + " more memory (-Xmx), or queries less of it by the setting 'query-memory'.",
          e);
    }
    if (ended) {
      release();
    }
    return fetched;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public void cancel() {
    cancellation.cancel();
  }

  @Override
  public void close() {
    if (!ended) {
      cancellation.cancel();
    }
    release();
  }

  private synchronized void release() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      rows = null;
      held.close();
      if (read != null) {
        read.close();
      }
    }
  }
}
