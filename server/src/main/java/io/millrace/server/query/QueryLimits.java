package io.millrace.server.query;

import io.millrace.core.config.DataSize;

/**
 * What one query may use.
 *
 * @param heldRows memory for rows that are read again and again, as by a join without an equality
 */
public record QueryLimits(DataSize heldRows) {
  /** A quarter of the heap. */
  public static QueryLimits ofMachine() {
    return new QueryLimits(new DataSize(Math.max(1, Runtime.getRuntime().maxMemory() / 4)));
  }
}
