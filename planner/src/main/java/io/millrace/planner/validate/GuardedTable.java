package io.millrace.planner.validate;

import org.apache.calcite.sql.SqlNode;

/** A table of Calcite's that a query may name, but perhaps not read. */
public interface GuardedTable {
  /**
   * @param name where the query names it
   * @throws io.millrace.core.error.MillraceException with that place, if it cannot be read
   */
  void checkReadable(SqlNode name);
}
