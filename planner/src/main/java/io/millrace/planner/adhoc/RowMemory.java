package io.millrace.planner.adhoc;

/** The memory that the rows of one run of a query take, and its limit. Used by one thread. */
public interface RowMemory {
  /**
   * Rows of about so many bytes are held from now on.
   *
   * @throws io.millrace.core.error.MillraceException LIMIT_EXCEEDED if there is no room for them
   */
  void hold(long bytes);

  /** Rows that were held are needed no more. */
  void release(long bytes);
}
