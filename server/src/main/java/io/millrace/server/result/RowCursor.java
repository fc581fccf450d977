package io.millrace.server.result;

import io.millrace.core.type.RowType;
import java.time.Duration;
import java.util.List;

/**
 * Rows that are fetched as they are needed. One thread fetches; any thread may {@link #cancel}.
 *
 * <p>Values are as {@link io.millrace.executor.read.RelationRows} has them.
 */
public interface RowCursor extends AutoCloseable {
  RowType rowType();

  /**
   * The next rows, at most {@code most}. Empty at the end and, of rows that come as they happen,
   * when there are none within the wait.
   *
   * @param wait how long to wait for rows that come as they happen; others are computed at once
   * @throws io.millrace.core.error.MillraceException if they cannot be computed or were cancelled
   */
  List<Object[]> next(int most, Duration wait);

  /** Whether the last row has been fetched; never true of a subscription. */
  boolean ended();

  /** Lets a running and every later {@link #next} fail with CANCELLED, soon. */
  void cancel();

  /** Frees what the rows hold on to; may be called more than once. */
  @Override
  void close();
}
