package io.millrace.jdbc.value;

import java.sql.SQLException;

/** Gives an accessor the value of its column in the current row, as it came over the wire. */
interface CellReader {

  /** Returns the value or null, and notes whether it was null. */
  Object read() throws SQLException;

  /** Returns whether the value read last, of any column, was null. */
  boolean wasNull();
}
