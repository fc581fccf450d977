package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.result.RowCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** The rows of an execution, cut into frames. One thread reads; any may {@link #cancel}. */
final class OpenResult implements AutoCloseable {
  private static final int DEFAULT_ROWS = 1_000;
  private static final int MOST_ROWS = 50_000;
  private static final int ROWS_AT_ONCE = 1_000;

  /** A frame ends after the row with which it holds this many bytes, roughly. */
  private static final long FRAME_BYTES = 8L << 20;

  private static final int BYTES_PER_CELL = 16;

  private final RowCursor cursor;
  private final long limit;
  private long position;

  /**
   * @param limit of rows, negative for none
   */
  OpenResult(RowCursor cursor, long limit) {
    this.cursor = cursor;
    this.limit = limit < 0 ? Long.MAX_VALUE : limit;
  }

  /**
   * The next rows, without any when none came within the wait; then it is not the last frame.
   *
   * @param offset rows that the client has had
   * @param wanted rows; zero or less leaves it to this class
   */
  Meta.Frame next(long offset, int wanted, Duration wait) {
    if (offset != position) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT,
          "The rows from "
              + offset
              + " on were asked for, but "
              + position
              + " have been given; rows are given once, in order.");
    }
    long most =
        Math.min(wanted <= 0 ? DEFAULT_ROWS : Math.min(wanted, MOST_ROWS), limit - position);
    List<Object> rows = new ArrayList<>();
    long bytes = 0;
    while (rows.size() < most && bytes < FRAME_BYTES && !cursor.ended()) {
      int page = (int) Math.min(ROWS_AT_ONCE, most - rows.size());
      List<Object[]> next = cursor.next(page, rows.isEmpty() ? wait : Duration.ZERO);
      if (next.isEmpty()) {
        break;
      }
      for (Object[] row : next) {
        rows.add(row);
        bytes += bytes(row);
      }
    }
    position += rows.size();
    boolean done = position >= limit || cursor.ended();
    if (done) {
      // What the rows hold on to is not needed any more, whenever the client closes the result.
      cursor.close();
    }
    return new Meta.Frame(offset, done, rows);
  }

  private static long bytes(Object[] row) {
    long bytes = (long) row.length * BYTES_PER_CELL;
    for (Object value : row) {
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof byte[] binary) {
        bytes += binary.length;
      }
    }
    return bytes;
  }

  void cancel() {
    cursor.cancel();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
