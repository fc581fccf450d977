package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/** A statement that the server has prepared. Only {@link #cancel} is for other threads. */
final class MillracePreparedStatement extends ParameterizedStatement implements Execution.Owner {

  private final MillraceConnection owner;
  private final Execution execution = new Execution(this);
  private final List<List<TypedValue>> batch = new ArrayList<>();
  private boolean poolable = true;

  MillracePreparedStatement(
      MillraceConnection connection,
      Meta.StatementHandle handle,
      Meta.Signature signature,
      int resultSetHoldability)
      throws SQLException {
    super(connection, handle, signature, resultSetHoldability);
    this.owner = connection;
  }

  Execution execution() {
    return execution;
  }

  private String sql() {
    return getSignature().sql;
  }

  // Executing

  private void run() throws SQLException {
    checkOpen();
    List<TypedValue> values = boundParameters();
    startOver();
    int frame = ResultFlow.firstFrameSize(owner, getFetchSize(), maxRowCount);
    take(execution.start(() -> owner.remote().execute(handle, values, frame)));
  }

  private void startOver() throws SQLException {
    ResultFlow.closeBeforeNext(openResultSet);
    synchronized (this) {
      openResultSet = null;
    }
    updateCount = -1;
  }

  private void take(Meta.ExecuteResult result) throws SQLException {
    Meta.MetaResultSet first = ResultFlow.first(result);
    if (first == null || first.updateCount != -1) {
      updateCount = first == null ? 0 : first.updateCount;
      return;
    }
    boolean told = first.signature != null && !first.signature.columns.isEmpty();
    Meta.Signature columns = told ? first.signature : getSignature();
    MillraceResultSet rows =
        new MillraceResultSet(
            this, new QueryState(sql()), columns, owner.getTimeZone(), first.firstFrame);
    synchronized (this) {
      openResultSet = rows.open();
    }
  }

  @Override
  public boolean execute() throws SQLException {
    run();
    return openResultSet != null;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    run();
    if (openResultSet == null) {
      throw ResultFlow.noRows();
    }
    return openResultSet;
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    run();
    if (openResultSet != null) {
      openResultSet.close();
      throw ResultFlow.unexpectedRows();
    }
    return updateCount;
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(boundParameters());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<List<TypedValue>> rows = List.copyOf(batch);
    batch.clear();
    if (rows.isEmpty()) {
      return new long[0];
    }
    startOver();
    try {
      return execution.start(() -> owner.remote().executeBatch(handle, rows)).updateCounts;
    } catch (SQLException e) {
      throw MillraceStatement.batchFailure(e);
    }
  }

  private static SQLException hasItsSql() {
    return SqlErrors.of(
        SqlStates.SEQUENCE_ERROR,
        "a prepared statement has its SQL; call the method without SQL, or use a Statement");
  }

  @Override
  protected void executeInternal(String sql) throws SQLException {
    throw hasItsSql();
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw hasItsSql();
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw hasItsSql();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw hasItsSql();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw hasItsSql();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    return ResultFlow.noGeneratedKeys(owner);
  }

  /** Returns the columns of the result to come, or null when there will be none. */
  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return getSignature().columns.isEmpty() ? null : super.getMetaData();
  }

  // Limits

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    execution.setTimeout(ResultFlow.checkNotNegative(seconds, "the query timeout"));
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return execution.timeout();
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    super.setFetchSize(ResultFlow.checkNotNegative(rows, "the fetch size"));
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    maxRowCount = ResultFlow.checkNotNegative(max, "the largest number of rows");
  }

  /** Not synchronized, unlike Avatica's: another thread must get in while a statement runs. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public void cancel() throws SQLException {
    checkOpen();
    execution.cancel();
  }

  // Life

  @Override
  protected void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.of(SqlStates.SEQUENCE_ERROR, "the statement is closed");
    }
  }

  /** Notes that the statement is closed without telling the server. */
  void closeLocally() {
    closed = true;
    ResultFlow.closeBeforeNext(openResultSet);
  }

  @Override
  public Meta.StatementHandle handle() {
    return handle;
  }

  @Override
  public void closeHandle(Meta.StatementHandle lost) {
    owner.remote().closeStatement(lost);
  }

  @Override
  public void renewHandle() {
    owner.replaceHandle(this, handle, owner.remote().prepare(owner.handle, sql(), -1));
  }

  @Override
  public void abort(Thread caller) {
    owner.transport().abort(caller);
  }

  // What has no meaning here and harms nobody

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    checkOpen();
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
    this.poolable = poolable;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return poolable;
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }
}
