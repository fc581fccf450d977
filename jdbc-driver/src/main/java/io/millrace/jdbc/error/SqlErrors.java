package io.millrace.jdbc.error;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;

/** Makes exceptions of the JDBC class that belongs to their SQLSTATE, and finds them again. */
public final class SqlErrors {

  private SqlErrors() {}

  /** Returns an exception without vendor code and cause. */
  public static SQLException of(String sqlState, String message) {
    return of(sqlState, 0, message, null);
  }

  /** Returns an exception without vendor code; {@code cause} may be null. */
  public static SQLException of(String sqlState, String message, Throwable cause) {
    return of(sqlState, 0, message, cause);
  }

  /**
   * Returns an exception whose class follows from the class of {@code sqlState} as JDBC asks for.
   *
   * @param sqlState five characters; null becomes {@link SqlStates#GENERAL}
   * @param vendorCode the server's number of the error, 0 for none
   * @param cause may be null
   */
  public static SQLException of(String sqlState, int vendorCode, String message, Throwable cause) {
    String state = sqlState == null ? SqlStates.GENERAL : sqlState;
    if (state.equals(SqlStates.TIMEOUT)) {
      return new SQLTimeoutException(message, state, vendorCode, cause);
    }
    String category = state.length() < 2 ? "" : state.substring(0, 2);
    return switch (category) {
      case "08" ->
          state.equals(SqlStates.CONNECTION_FAILED)
              ? new SQLTransientConnectionException(message, state, vendorCode, cause)
              : new SQLNonTransientConnectionException(message, state, vendorCode, cause);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, vendorCode, cause);
      case "22" -> new SQLDataException(message, state, vendorCode, cause);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, vendorCode, cause);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, state, vendorCode, cause);
      case "40" -> new SQLTransactionRollbackException(message, state, vendorCode, cause);
      case "42" -> new SQLSyntaxErrorException(message, state, vendorCode, cause);
      default -> new SQLException(message, state, vendorCode, cause);
    };
  }

  /** Returns the refusal of something that JDBC has and Millrace has not. */
  public static SQLException unsupported(String what) {
    return of(SqlStates.NOT_SUPPORTED, what);
  }

  /**
   * Returns the exception for the caller of JDBC: the one inside a {@link SqlFailure} anywhere in
   * the chain of causes, else the innermost one that has an SQLSTATE, else a general one.
   */
  public static SQLException unwrap(Throwable thrown) {
    SQLException best = null;
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SqlFailure failure) {
        return failure.sqlException();
      }
      if (t instanceof SQLException e && (best == null || e.getSQLState() != null)) {
        best = e;
      }
    }
    if (best == null) {
      return of(SqlStates.GENERAL, String.valueOf(thrown.getMessage()), thrown);
    }
    return best.getSQLState() == null ? of(SqlStates.GENERAL, best.getMessage(), best) : best;
  }
}
