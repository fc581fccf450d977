package io.millrace.server.query;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that all queries of a database together may take for rows that they hold: to sort,
 * join and group them, to read them again, or to change them. Thread-safe.
 */
public final class QueryMemory {
  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /**
   * @param limit the setting {@code query-memory}
   */
  public QueryMemory(DataSize limit) {
    this.limit = limit.bytes();
  }

  /** Bytes that queries hold now. */
  public long held() {
    return held.get();
  }

  /** Takes so many bytes, or none if there is no room for them. */
  boolean take(long bytes) {
    if (held.addAndGet(bytes) <= limit) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  /**
   * Why there is no room.
   *
   * @param own what the query that asks has taken already
   * @param advice what its user can do
   */
  MillraceException exceeded(long own, String advice) {
    long others = Math.max(0, held.get() - own);
    return new MillraceException(
        ErrorCode.LIMIT_EXCEEDED,
        "There is no room for the rows that the statement must hold in memory. It needs more than "
            + megabytes(own)
            + (others == 0 ? "" : ", others hold " + megabytes(others))
            + ", and all together may hold "
            + megabytes(limit)
            + ", which is the setting 'query-memory'. "
            + advice);
  }

  void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  private static String megabytes(long bytes) {
    return bytes < 1 << 20 ? bytes + " bytes" : (bytes >> 20) + " MB";
  }
}
