package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * What a connection asks its server: one message for each method, nothing held on the client.
 *
 * <p>Row limits keep Avatica's meaning, where a negative number is no limit. Safe for use by
 * several threads. Errors are {@link SqlFailure}s.
 */
final class RemoteMeta extends MetaImpl {

  private static final Logger LOG = Logger.getLogger(MillraceDriver.LOGGER_NAME);

  private volatile Service service;

  RemoteMeta(AvaticaConnection connection) {
    super(connection);
  }

  /** Says where to send the requests; called once, before the first of them. */
  void connect(Service service) {
    this.service = service;
  }

  private MetaResultSet result(Service.ResultSetResponse response) {
    if (response.updateCount != -1) {
      return MetaResultSet.count(response.connectionId, response.statementId, response.updateCount);
    }
    Signature signature =
        response.signature == null
            ? Signature.create(List.of(), "", List.of(), CursorFactory.LIST, StatementType.SELECT)
            : response.signature;
    return MetaResultSet.create(
        response.connectionId,
        response.statementId,
        response.ownStatement,
        signature,
        response.firstFrame);
  }

  private ExecuteResult result(Service.ExecuteResponse response, StatementHandle h)
      throws NoSuchStatementException {
    if (response.missingStatement) {
      throw new NoSuchStatementException(h);
    }
    List<MetaResultSet> results = new ArrayList<>();
    for (Service.ResultSetResponse result : response.results) {
      results.add(result(result));
    }
    return new ExecuteResult(results);
  }

  @Override
  public void openConnection(ConnectionHandle ch, Map<String, String> info) {
    service.apply(new Service.OpenConnectionRequest(ch.id, info));
  }

  @Override
  public void closeConnection(ConnectionHandle ch) {
    try {
      service.apply(new Service.CloseConnectionRequest(ch.id));
    } catch (SqlFailure e) {
      // Whatever happened, the connection is gone for the caller, as asked.
      LOG.log(Level.FINE, "the server could not be told to close a connection", e);
    }
  }

  @Override
  public ConnectionProperties connectionSync(ConnectionHandle ch, ConnectionProperties wanted) {
    return service.apply(new Service.ConnectionSyncRequest(ch.id, wanted)).connProps;
  }

  /** Returns the properties that the server holds for the connection. */
  ConnectionProperties connectionProperties(ConnectionHandle ch) {
    return connectionSync(ch, new ConnectionPropertiesImpl());
  }

  @Override
  public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle ch) {
    return service.apply(new Service.DatabasePropertyRequest(ch.id)).map;
  }

  @Override
  public StatementHandle createStatement(ConnectionHandle ch) {
    Service.CreateStatementResponse response =
        service.apply(new Service.CreateStatementRequest(ch.id));
    return new StatementHandle(response.connectionId, response.statementId, null);
  }

  /** Closes a statement, and cancels what it executes. Never fails: it is gone for the caller. */
  @Override
  public void closeStatement(StatementHandle h) {
    try {
      service.apply(new Service.CloseStatementRequest(h.connectionId, h.id));
    } catch (SqlFailure e) {
      LOG.log(Level.FINE, "the server could not be told to close a statement", e);
    }
  }

  @Override
  public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRowCount) {
    return service.apply(new Service.PrepareRequest(ch.id, sql, maxRowCount)).statement;
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public ExecuteResult prepareAndExecute(
      StatementHandle h, String sql, long maxRowCount, PrepareCallback callback)
      throws NoSuchStatementException {
    return prepareAndExecute(h, sql, maxRowCount, -1, callback);
  }

  /** Executes {@code sql}; {@code callback} is not used and may be null. */
  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle h,
      String sql,
      long maxRowCount,
      int maxRowsInFirstFrame,
      PrepareCallback callback)
      throws NoSuchStatementException {
    return result(
        service.apply(
            new Service.PrepareAndExecuteRequest(
                h.connectionId, h.id, sql, maxRowCount, maxRowsInFirstFrame)),
        h);
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public ExecuteResult execute(StatementHandle h, List<TypedValue> values, long maxRowCount)
      throws NoSuchStatementException {
    return execute(h, values, (int) Math.min(maxRowCount, Integer.MAX_VALUE));
  }

  @Override
  public ExecuteResult execute(StatementHandle h, List<TypedValue> values, int maxRowsInFirstFrame)
      throws NoSuchStatementException {
    // The server knows the signature; sending it back would only cost.
    StatementHandle bare = new StatementHandle(h.connectionId, h.id, null);
    return result(service.apply(new Service.ExecuteRequest(bare, values, maxRowsInFirstFrame)), h);
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> commands)
      throws NoSuchStatementException {
    return result(
        service.apply(new Service.PrepareAndExecuteBatchRequest(h.connectionId, h.id, commands)),
        h);
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> values)
      throws NoSuchStatementException {
    return result(service.apply(new Service.ExecuteBatchRequest(h.connectionId, h.id, values)), h);
  }

  private static ExecuteBatchResult result(Service.ExecuteBatchResponse response, StatementHandle h)
      throws NoSuchStatementException {
    if (response.missingStatement) {
      throw new NoSuchStatementException(h);
    }
    return new ExecuteBatchResult(response.updateCounts);
  }

  @Override
  public Frame fetch(StatementHandle h, long offset, int maxRows)
      throws NoSuchStatementException, MissingResultsException {
    Service.FetchResponse response =
        service.apply(new Service.FetchRequest(h.connectionId, h.id, offset, maxRows));
    if (response.missingStatement) {
      throw new NoSuchStatementException(h);
    }
    if (response.missingResults) {
      throw new MissingResultsException(h);
    }
    return response.frame;
  }

  @Override
  public boolean syncResults(StatementHandle h, QueryState state, long offset) {
    throw new SqlFailure(SqlErrors.unsupported("a result cannot be opened again at an offset"));
  }

  @Override
  public void commit(ConnectionHandle ch) {
    service.apply(new Service.CommitRequest(ch.id));
  }

  @Override
  public void rollback(ConnectionHandle ch) {
    service.apply(new Service.RollbackRequest(ch.id));
  }

  @Override
  public MetaResultSet getCatalogs(ConnectionHandle ch) {
    return result(service.apply(new Service.CatalogsRequest(ch.id)));
  }

  @Override
  public MetaResultSet getSchemas(ConnectionHandle ch, String catalog, Pat schema) {
    return result(service.apply(new Service.SchemasRequest(ch.id, catalog, schema.s)));
  }

  @Override
  public MetaResultSet getTableTypes(ConnectionHandle ch) {
    return result(service.apply(new Service.TableTypesRequest(ch.id)));
  }

  @Override
  public MetaResultSet getTables(
      ConnectionHandle ch, String catalog, Pat schema, Pat table, List<String> types) {
    return result(
        service.apply(new Service.TablesRequest(ch.id, catalog, schema.s, table.s, types)));
  }

  @Override
  public MetaResultSet getColumns(
      ConnectionHandle ch, String catalog, Pat schema, Pat table, Pat column) {
    return result(
        service.apply(new Service.ColumnsRequest(ch.id, catalog, schema.s, table.s, column.s)));
  }

  /** Returns an error for a result that is gone on the server. */
  static SqlFailure lostResult(Exception cause) {
    return new SqlFailure(
        SqlErrors.of(
            SqlStates.NO_STATEMENT,
            "the server no longer holds this result: it was closed or cancelled, or the server"
                + " dropped it because it was idle. Execute the statement again",
            cause));
  }
}
