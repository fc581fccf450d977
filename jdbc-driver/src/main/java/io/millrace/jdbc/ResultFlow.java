package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.metadata.MetadataShape;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** The steps from an execution to its rows that both kinds of statement take in the same way. */
final class ResultFlow {

  private ResultFlow() {}

  /** Returns how many rows to ask for with the execution itself, positive. */
  static int firstFrameSize(MillraceConnection connection, int fetchSize, long maxRows) {
    int wanted = fetchSize > 0 ? fetchSize : connection.defaultFetchSize();
    return maxRows > 0 ? (int) Math.min(wanted, maxRows) : wanted;
  }

  /** Returns the first result, or null when there is none at all. */
  static Meta.MetaResultSet first(Meta.ExecuteResult result) {
    return result.resultSets.isEmpty() ? null : result.resultSets.get(0);
  }

  /** Closes an open result, whose rows on the server the next execution replaces. */
  static void closeBeforeNext(ResultSet open) {
    if (open instanceof MillraceResultSet rows) {
      rows.closeLocally();
    }
  }

  static ResultSet noGeneratedKeys(MillraceConnection connection) throws SQLException {
    return MillraceResultSet.of(connection, MetadataShape.GENERATED_KEYS, List.of());
  }

  static SQLException noRows() {
    return SqlErrors.of(
        SqlStates.NO_RESULT,
        "the statement has run and returned no rows. Use execute or executeUpdate for it");
  }

  static SQLException unexpectedRows() {
    return SqlErrors.of(
        SqlStates.SEQUENCE_ERROR, "the statement returns rows; use execute or executeQuery");
  }

  static int checkNotNegative(int value, String what) throws SQLException {
    return (int) checkNotNegative((long) value, what);
  }

  static long checkNotNegative(long value, String what) throws SQLException {
    if (value < 0) {
      throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, what + " must be 0 or more, not " + value);
    }
    return value;
  }
}
