package io.millrace.server.result;

/** What a statement answered. */
public sealed interface StatementResult {
  /**
   * It has done what it says.
   *
   * @param tag the kind of statement, such as {@code CREATE TABLE}
   */
  record Done(String tag) implements StatementResult {}

  /**
   * It has changed rows of a table.
   *
   * @param tag INSERT, UPDATE or DELETE
   */
  record Updated(String tag, long rows) implements StatementResult {}

  /** It has rows; who gets them closes the cursor. */
  record Rows(RowCursor cursor) implements StatementResult {}
}
