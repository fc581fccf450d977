package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.jdbc.WireProtocol;
import io.millrace.server.config.ServerVersion;
import io.millrace.server.database.Database;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.apache.calcite.avatica.remote.TypedValue;

/** Each message of Avatica's protocol over a database. For any thread. */
final class DatabaseMeta extends MetaImpl implements ProtobufMeta {
  private static final String DEFAULT_USER = "millrace";

  private final ClientConnections connections;
  private final CatalogAnswers catalog;

  DatabaseMeta(Database database, ClientConnections connections) {
    super(null);
    this.connections = connections;
    this.catalog = new CatalogAnswers(database::catalog, database.systemRelations());
  }

  // Connections

  @Override
  public void openConnection(ConnectionHandle ch, Map<String, String> info) {
    connections.open(ch.id, info == null ? DEFAULT_USER : info.getOrDefault("user", DEFAULT_USER));
  }

  @Override
  public void closeConnection(ConnectionHandle ch) {
    connections.close(ch.id);
  }

  @Override
  public ConnectionProperties connectionSync(ConnectionHandle ch, ConnectionProperties wanted) {
    return connections.get(ch.id).sync(wanted);
  }

  @Override
  public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle ch) {
    connections.get(ch.id);
    Map<DatabaseProperty, Object> properties = new EnumMap<>(DatabaseProperty.class);
    properties.put(DatabaseProperty.AVATICA_VERSION, WireProtocol.greeting(ServerVersion.text()));
    properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Millrace");
    properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, ServerVersion.text());
    properties.put(
        DatabaseProperty.GET_S_Q_L_KEYWORDS,
        "CHECKPOINT,CONNECTOR,EXPLAIN,MATERIALIZED,SAVEPOINTS,SHOW,SINK,SOURCE,SUBSCRIBE,WATERMARK");
    return properties;
  }

  @Override
  public void commit(ConnectionHandle ch) {
    connections.get(ch.id);
    throw autoCommitOnly("COMMIT");
  }

  @Override
  public void rollback(ConnectionHandle ch) {
    connections.get(ch.id);
    throw autoCommitOnly("ROLLBACK");
  }

  private static MillraceException autoCommitOnly(String what) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        "not supported: " + what + ". Each statement commits when it is done");
  }

  // Statements

  private ClientStatement statement(StatementHandle h) throws NoSuchStatementException {
    return connections.get(h.connectionId).statement(h);
  }

  @Override
  public StatementHandle createStatement(ConnectionHandle ch) {
    return connections.get(ch.id).createStatement().handle();
  }

  @Override
  public void closeStatement(StatementHandle h) {
    ClientConnection connection = connections.find(h.connectionId);
    if (connection != null) {
      connection.use();
      connection.closeStatement(h.id);
    }
  }

  @Override
  public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRowCount) {
    ClientConnection connection = connections.get(ch.id);
    ClientStatement statement = connection.createStatement();
    StatementHandle handle = statement.handle();
    boolean prepared = false;
    try {
      StatementHandle answer =
          new StatementHandle(handle.connectionId, handle.id, statement.prepare(sql));
      prepared = true;
      return answer;
    } catch (NoSuchStatementException e) {
      throw new MillraceException(ErrorCode.CANCELLED, "The connection was closed.", e);
    } finally {
      if (!prepared) {
        connection.closeStatement(handle.id);
      }
    }
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public ExecuteResult prepareAndExecute(
      StatementHandle h, String sql, long maxRowCount, PrepareCallback callback)
      throws NoSuchStatementException {
    return prepareAndExecute(h, sql, maxRowCount, -1, callback);
  }

  /** The callback is for callers in the same JVM as a driver of Avatica's; it is not used. */
  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle h,
      String sql,
      long maxRowCount,
      int maxRowsInFirstFrame,
      PrepareCallback callback)
      throws NoSuchStatementException {
    ClientStatement statement = statement(h);
    statement.prepare(sql);
    return new ExecuteResult(
        List.of(statement.execute(List.of(), limit(maxRowCount), maxRowsInFirstFrame)));
  }

  /** JDBC says 0 for no limit, Avatica a negative number. */
  private static long limit(long maxRowCount) {
    return maxRowCount <= 0 ? -1 : maxRowCount;
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
    List<TypedValue> given = values == null ? List.of() : values;
    return new ExecuteResult(List.of(statement(h).execute(given, -1, maxRowsInFirstFrame)));
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> commands)
      throws NoSuchStatementException {
    return new ExecuteBatchResult(statement(h).executeBatchOf(commands));
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> values)
      throws NoSuchStatementException {
    return new ExecuteBatchResult(statement(h).executeBatch(values));
  }

  @Override
  public ExecuteBatchResult executeBatchProtobuf(
      StatementHandle h, List<Requests.UpdateBatch> batches) throws NoSuchStatementException {
    return executeBatch(
        h,
        batches.stream()
            .map(
                batch ->
                    batch.getParameterValuesList().stream().map(TypedValue::fromProto).toList())
            .toList());
  }

  @Override
  public Frame fetch(StatementHandle h, long offset, int fetchMaxRowCount)
      throws NoSuchStatementException, MissingResultsException {
    return statement(h).fetch(offset, fetchMaxRowCount);
  }

  @Override
  public boolean syncResults(StatementHandle h, QueryState state, long offset) {
    throw new MillraceException(
        ErrorCode.UNSUPPORTED,
        "not supported: to open a result again at an offset. Execute the statement again");
  }

  // The catalog

  @Override
  public MetaResultSet getCatalogs(ConnectionHandle ch) {
    connections.get(ch.id);
    return catalog.catalogs(ch.id);
  }

  @Override
  public MetaResultSet getSchemas(ConnectionHandle ch, String catalogName, Pat schema) {
    connections.get(ch.id);
    return catalog.schemas(ch.id, catalogName, NamePattern.of(schema));
  }

  @Override
  public MetaResultSet getTableTypes(ConnectionHandle ch) {
    connections.get(ch.id);
    return catalog.tableTypes(ch.id);
  }

  @Override
  public MetaResultSet getTypeInfo(ConnectionHandle ch) {
    connections.get(ch.id);
    return catalog.typeInfo(ch.id);
  }

  @Override
  public MetaResultSet getTables(
      ConnectionHandle ch, String catalogName, Pat schema, Pat table, List<String> types) {
    connections.get(ch.id);
    return catalog.tables(ch.id, catalogName, NamePattern.of(schema), NamePattern.of(table), types);
  }

  @Override
  public MetaResultSet getColumns(
      ConnectionHandle ch, String catalogName, Pat schema, Pat table, Pat column) {
    connections.get(ch.id);
    return catalog.columns(
        ch.id, catalogName, NamePattern.of(schema), NamePattern.of(table), NamePattern.of(column));
  }
}
