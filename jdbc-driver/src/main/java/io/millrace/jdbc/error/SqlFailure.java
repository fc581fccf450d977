package io.millrace.jdbc.error;

import java.sql.SQLException;

/**
 * Carries an {@link SQLException} through code that lets only unchecked exceptions pass.
 *
 * <p>Avatica wraps what it catches and drops SQLSTATE and vendor code on the way. The driver's own
 * exceptions hide in this class until {@link SqlErrors#unwrap} takes them out again, whole.
 */
public final class SqlFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final SQLException sqlException;

  public SqlFailure(SQLException sqlException) {
    super(sqlException.getMessage(), sqlException);
    this.sqlException = sqlException;
  }

  /** Returns the exception for the caller of JDBC; never null. */
  public SQLException sqlException() {
    return sqlException;
  }
}
