package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.metadata.MetadataShape;
import io.millrace.jdbc.value.ColumnAccessor;
import io.millrace.jdbc.value.FrameCursor;
import io.millrace.jdbc.value.FrameSource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;

/**
 * The rows of a result, read forward only and fetched as they are needed.
 *
 * <p>{@link #next} waits for the server; for SUBSCRIBE that may be until the next change. Closing a
 * result before its end also ends it on the server.
 */
final class MillraceResultSet extends AvaticaResultSet {

  private FrameCursor frames;
  private boolean closedLocally;

  MillraceResultSet(
      AvaticaStatement statement,
      QueryState state,
      Meta.Signature signature,
      TimeZone timeZone,
      Meta.Frame firstFrame)
      throws SQLException {
    super(
        statement,
        state,
        signature,
        new MillraceResultSetMetaData(statement, signature),
        timeZone,
        firstFrame);
  }

  /** Returns a result that the driver made itself; each row is an {@code Object[]}. */
  static MillraceResultSet of(MillraceConnection connection, MetadataShape shape, List<Object> rows)
      throws SQLException {
    Meta.Signature signature =
        Meta.Signature.create(
            shape.columns(), "", List.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
    MillraceResultSet result =
        new MillraceResultSet(
            null,
            new QueryState(""),
            signature,
            connection.getTimeZone(),
            new Meta.Frame(0, true, rows));
    return result.open();
  }

  /** Goes before the first row; called once, before the caller sees this result. */
  MillraceResultSet open() throws SQLException {
    long maxRows = statement == null ? 0 : statement.getLargeMaxRows();
    frames = new FrameCursor(firstFrame, new Rows(), maxRows);
    execute2(frames, columnMetaDataList);
    return this;
  }

  @Override
  protected AvaticaResultSet execute() throws SQLException {
    return open();
  }

  /** Fetches the rows after the first frame. */
  private final class Rows implements FrameSource {
    @Override
    public Meta.Frame fetch(long offset, int maxRows) {
      Meta.StatementHandle handle = statement.handle;
      try {
        return execution().resume(() -> connection().remote().fetch(handle, offset, maxRows));
      } catch (SQLException e) {
        throw new SqlFailure(e);
      }
    }

    @Override
    public int fetchSize() {
      try {
        int wanted = getFetchSize();
        return wanted > 0 ? wanted : connection().defaultFetchSize();
      } catch (SQLException e) {
        throw new SqlFailure(e);
      }
    }
  }

  private MillraceConnection connection() {
    return (MillraceConnection) statement.connection;
  }

  private Execution execution() {
    return statement instanceof MillraceStatement plain
        ? plain.execution()
        : ((MillracePreparedStatement) statement).execution();
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    try {
      return super.next();
    } catch (SqlFailure e) {
      throw e.sqlException();
    }
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    // JDBC: false when there was no row at all.
    return super.isAfterLast() && frames.rowsSeen() > 0;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    return super.isBeforeFirst() && !(frames.rowsSeen() == 0 && frames.isExhausted());
  }

  /** Returns whether the current row is the last; false when only the server could tell. */
  @Override
  public boolean isLast() throws SQLException {
    checkOpen();
    return getRow() > 0 && frames.isExhausted();
  }

  @Override
  public Object getObject(int columnIndex) throws SQLException {
    checkOpen();
    if (columnIndex < 1 || columnIndex > accessorList.size()) {
      throw SqlErrors.of(
          SqlStates.INVALID_ARGUMENT,
          "there is no column " + columnIndex + "; the result has " + accessorList.size());
    }
    return accessorList.get(columnIndex - 1) instanceof ColumnAccessor accessor
        ? accessor.getObject()
        : super.getObject(columnIndex);
  }

  @Override
  public Object getObject(String columnLabel) throws SQLException {
    return getObject(findColumn(columnLabel));
  }

  @Override
  public int findColumn(String columnLabel) throws SQLException {
    checkOpen();
    try {
      return super.findColumn(columnLabel);
    } catch (SQLException e) {
      throw SqlErrors.of("42703", "the result has no column '" + columnLabel + "'", e);
    }
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    super.setFetchSize(ResultFlow.checkNotNegative(rows, "the fetch size"));
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("result sets are read forward only");
    }
    super.setFetchDirection(direction);
  }

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.of(SqlStates.INVALID_STATE, "the result set is closed");
    }
  }

  @Override
  public boolean isClosed() throws SQLException {
    return closedLocally || super.isClosed();
  }

  /** Closes this result when the next execution of its statement replaces it anyway. */
  void closeLocally() {
    closedLocally = true;
  }

  @Override
  public void close() {
    boolean first = !closedLocally;
    closedLocally = true;
    boolean moreOnServer = first && statement != null && frames != null && frames.hasMoreFrames();
    super.close();
    if (moreOnServer && !isStatementClosed()) {
      execution().abandonResult();
    }
  }

  private boolean isStatementClosed() {
    try {
      return statement.isClosed();
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }
}
