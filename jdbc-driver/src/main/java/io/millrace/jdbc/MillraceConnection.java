package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.transport.HttpTransport;
import io.millrace.jdbc.transport.Transport;
import java.sql.ClientInfoStatus;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ConnectionConfig;
import org.apache.calcite.avatica.ConnectionConfigImpl;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;

/**
 * A connection to one database.
 *
 * <p>Each statement commits when it is done: there are no transactions over several statements, so
 * auto-commit cannot be switched off. May be used by several threads, each with its own statement.
 */
final class MillraceConnection extends AutoCommitConnection {

  private final Transport transport;
  private final ConnectionUrl url;
  private final String urlText;
  private final int fetchSize;
  private final Properties clientInfo = new Properties();
  private Map<Meta.DatabaseProperty, Object> databaseProperties = Map.of();
  private String serverVersion = "";
  private SQLWarning warnings;
  private int networkTimeoutMillis;

  private MillraceConnection(
      MillraceDriver driver,
      MillraceFactory factory,
      String urlText,
      ConnectionUrl url,
      Transport transport)
      throws SQLException {
    super(driver, factory, urlText);
    this.transport = transport;
    this.url = url;
    this.urlText = urlText;
    this.fetchSize = DriverProperty.FETCH_SIZE.getInt(url.properties());
    remote().connect(new TransportService(transport));
  }

  /** Opens a connection on the server, or in this process, that {@code urlText} names. */
  static MillraceConnection open(
      MillraceDriver driver, MillraceFactory factory, String urlText, Properties info)
      throws SQLException {
    ConnectionUrl url = ConnectionUrl.parse(urlText, info);
    Transport transport = transport(url);
    boolean opened = false;
    try {
      MillraceConnection connection =
          new MillraceConnection(driver, factory, urlText, url, transport);
      connection.greet();
      opened = true;
      return connection;
    } catch (SqlFailure e) {
      throw e.sqlException();
    } finally {
      if (!opened) {
        transport.close();
      }
    }
  }

  private static Transport transport(ConnectionUrl url) throws SQLException {
    Map<String, String> properties = url.properties();
    if (url.target() instanceof ConnectionUrl.Server server) {
      int login = DriverManager.getLoginTimeout();
      int seconds =
          login > 0 && !properties.containsKey(DriverProperty.CONNECT_TIMEOUT.key())
              ? login
              : DriverProperty.CONNECT_TIMEOUT.getInt(properties);
      HttpTransport transport =
          new HttpTransport(
              server.endpoint(),
              DriverProperty.USER.get(properties),
              DriverProperty.PASSWORD.get(properties),
              seconds == 0 ? null : Duration.ofSeconds(seconds));
      int answer = DriverProperty.SOCKET_TIMEOUT.getInt(properties);
      transport.setTimeout(answer == 0 ? null : Duration.ofSeconds(answer));
      return transport;
    }
    EmbeddedDatabases.Lease lease = EmbeddedDatabases.shared().acquire(url);
    String address =
        url.target() instanceof ConnectionUrl.Directory directory
            ? directory.path()
            : "the database in memory";
    return new EmbeddedTransport(lease, address);
  }

  private void greet() throws SQLException {
    Map<String, String> hello = new HashMap<>();
    hello.put(WireProtocol.PROTOCOL_PROPERTY, String.valueOf(WireProtocol.VERSION));
    hello.put(WireProtocol.DRIVER_VERSION_PROPERTY, DriverInfo.version());
    String user = DriverProperty.USER.get(url.properties());
    if (user != null) {
      hello.put(DriverProperty.USER.key(), user);
    }
    remote().openConnection(handle, hello);
    boolean welcome = false;
    try {
      databaseProperties = remote().getDatabaseProperties(handle);
      serverVersion =
          WireProtocol.checkGreeting(
              databaseProperties.get(Meta.DatabaseProperty.AVATICA_VERSION), transport.address());
      String schema = DriverProperty.SCHEMA.get(url.properties());
      if (schema != null) {
        setSchema(schema);
      }
      welcome = true;
    } finally {
      if (!welcome) {
        remote().closeConnection(handle);
      }
    }
  }

  RemoteMeta remote() {
    return (RemoteMeta) meta;
  }

  Transport transport() {
    return transport;
  }

  ConnectionUrl url() {
    return url;
  }

  String urlText() {
    return urlText;
  }

  String serverVersion() {
    return serverVersion;
  }

  /** Returns a property that the server told when the connection opened; empty if it did not. */
  String databaseProperty(Meta.DatabaseProperty property) {
    return String.valueOf(databaseProperties.getOrDefault(property, ""));
  }

  /** Returns the number of rows to fetch at once where neither statement nor result says. */
  int defaultFetchSize() {
    return fetchSize == 0 ? Integer.parseInt(defaultOf(DriverProperty.FETCH_SIZE)) : fetchSize;
  }

  private static String defaultOf(DriverProperty property) {
    return property.get(Map.of());
  }

  @Override
  public ConnectionConfig config() {
    return new ConnectionConfigImpl(info) {
      @Override
      public int fetchSize() {
        // Asked by statements only, when this object is complete.
        return fetchSize;
      }
    };
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.of(SqlStates.NO_CONNECTION, "the connection is closed");
    }
  }

  private <T> T ask(Supplier<T> question) throws SQLException {
    checkOpen();
    try {
      return question.get();
    } catch (RuntimeException e) {
      throw SqlErrors.unwrap(e);
    }
  }

  // Statements

  @Override
  public AvaticaStatement createStatement(int type, int concurrency, int holdability)
      throws SQLException {
    warnIfScrollable(type, concurrency);
    return ask(() -> new MillraceStatement(this, null, holdability));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    warnIfScrollable(type, concurrency);
    Meta.StatementHandle prepared = ask(() -> remote().prepare(handle, sql, -1));
    return new MillracePreparedStatement(this, prepared, prepared.signature, holdability);
  }

  private void warnIfScrollable(int type, int concurrency) {
    if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
      SQLWarning warning =
          new SQLWarning("result sets are forward-only and read-only instead", "01S02");
      if (warnings == null) {
        warnings = warning;
      } else {
        warnings.setNextWarning(warning);
      }
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return prepareStatement(sql);
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return sql;
  }

  // Session

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return metaData;
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    ask(() -> remote().connectionSync(handle, new ConnectionPropertiesImpl().setCatalog(catalog)));
  }

  @Override
  public String getCatalog() throws SQLException {
    return ask(() -> remote().connectionProperties(handle).getCatalog());
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    ask(() -> remote().connectionSync(handle, new ConnectionPropertiesImpl().setSchema(schema)));
  }

  @Override
  public String getSchema() throws SQLException {
    return ask(() -> remote().connectionProperties(handle).getSchema());
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings = null;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return new HashMap<>();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("types cannot be mapped to classes");
    }
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    checkOpenForClientInfo();
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    checkOpenForClientInfo();
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  private void checkOpenForClientInfo() throws SQLClientInfoException {
    try {
      checkOpen();
    } catch (SQLException e) {
      throw new SQLClientInfoException(
          e.getMessage(), e.getSQLState(), Map.<String, ClientInfoStatus>of(), e);
    }
  }

  @Override
  public String getClientInfo(String name) throws SQLException {
    checkOpen();
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  /** Asks the server whether it still knows this connection. */
  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "the timeout must not be negative");
    }
    if (isClosed()) {
      return false;
    }
    Execution probe = new Execution(new Probe());
    probe.setTimeout(timeoutSeconds);
    try {
      return probe.start(() -> remote().connectionProperties(handle)) != null;
    } catch (SQLException e) {
      return false;
    }
  }

  /** A request that belongs to no statement. */
  private final class Probe implements Execution.Owner {
    @Override
    public Meta.StatementHandle handle() {
      return new Meta.StatementHandle(id, -1, null);
    }

    @Override
    public void closeHandle(Meta.StatementHandle none) {
      // There is nothing to close on the server.
    }

    @Override
    public void renewHandle() {
      // There is no handle.
    }

    @Override
    public void abort(Thread caller) {
      transport.abort(caller);
    }
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    if (milliseconds < 0) {
      throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "the timeout must not be negative");
    }
    networkTimeoutMillis = milliseconds;
    transport.setTimeout(milliseconds == 0 ? null : Duration.ofMillis(milliseconds));
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeoutMillis;
  }

  // End

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "the executor is null");
    }
    if (!isClosed()) {
      executor.execute(this::closeQuietly);
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  @Override
  public void close() throws SQLException {
    if (isClosed()) {
      return;
    }
    for (AvaticaStatement statement : List.copyOf(statementMap.values())) {
      if (statement instanceof MillraceStatement plain) {
        plain.closeLocally();
      } else if (statement instanceof MillracePreparedStatement prepared) {
        prepared.closeLocally();
      }
    }
    try {
      super.close();
    } finally {
      transport.close();
    }
  }

  /** Renews what Avatica keeps for a statement when its handle on the server changes. */
  void replaceHandle(
      AvaticaStatement statement, Meta.StatementHandle old, Meta.StatementHandle fresh) {
    statementMap.remove(old.id);
    statementMap.put(fresh.id, statement);
    statement.handle = fresh;
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, getHoldability());
  }
}
