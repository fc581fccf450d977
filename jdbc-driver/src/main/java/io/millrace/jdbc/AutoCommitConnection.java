package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaConnection;

/**
 * The part of a connection that follows from each statement being a transaction of its own, and
 * from there being no stored procedures.
 */
abstract class AutoCommitConnection extends AvaticaConnection {

  private static final String NO_TRANSACTIONS =
      "Millrace has no transactions over several statements: each statement commits by itself."
          + " Leave auto-commit on";

  private boolean readOnly;

  AutoCommitConnection(MillraceDriver driver, MillraceFactory factory, String url) {
    super(driver, factory, url, new Properties());
  }

  // Transactions

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    checkOpen();
    if (!autoCommit) {
      throw SqlErrors.unsupported(NO_TRANSACTIONS);
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return true;
  }

  @Override
  public void commit() throws SQLException {
    checkOpen();
    throw SqlErrors.of("25000", "nothing to commit. " + NO_TRANSACTIONS);
  }

  @Override
  public void rollback() throws SQLException {
    checkOpen();
    throw SqlErrors.of("25000", "nothing to roll back. " + NO_TRANSACTIONS);
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported(NO_TRANSACTIONS);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    throw SqlErrors.unsupported(NO_TRANSACTIONS);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    throw SqlErrors.unsupported(NO_TRANSACTIONS);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported(NO_TRANSACTIONS);
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    if (level != Connection.TRANSACTION_NONE) {
      throw SqlErrors.unsupported(
          "the isolation level cannot be set: each statement reads one complete epoch");
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return Connection.TRANSACTION_NONE;
  }

  /** Keeps the hint; the server refuses no statement because of it. */
  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
    this.readOnly = readOnly;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return readOnly;
  }

  // Procedures

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw noProcedures();
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    throw noProcedures();
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    throw noProcedures();
  }

  private static SQLException noProcedures() {
    return SqlErrors.unsupported("Millrace has no stored procedures; use prepareStatement");
  }
}
