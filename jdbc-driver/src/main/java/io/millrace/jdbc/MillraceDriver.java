package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;

/**
 * The JDBC driver of Millrace.
 *
 * <table>
 *   <caption>URLs</caption>
 *   <tr><td>{@code jdbc:millrace://host:port/}</td><td>a server; port 8765 unless given</td></tr>
 *   <tr><td>{@code jdbc:millrace:embedded:<dir>}</td><td>in this JVM, durable in a directory; needs
 *       {@code millrace-server} on the class path</td></tr>
 *   <tr><td>{@code jdbc:millrace:memory:[name]}</td><td>in this JVM, gone with its last connection;
 *       without a name, one for each connection</td></tr>
 * </table>
 *
 * <p>Properties follow as {@code ?name=value&name=value} or in the {@code Properties}; {@link
 * #getPropertyInfo} lists them. Loaded by {@code DriverManager} without being named.
 */
public final class MillraceDriver extends UnregisteredDriver {

  static final String LOGGER_NAME = "io.millrace.jdbc";

  static {
    try {
      DriverManager.registerDriver(new MillraceDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  protected AvaticaFactory createFactory() {
    return new MillraceFactory();
  }

  @Override
  protected DriverVersion createDriverVersion() {
    return DriverInfo.driverVersion();
  }

  @Override
  protected String getConnectStringPrefix() {
    return ConnectionUrl.PREFIX;
  }

  @Override
  public Meta createMeta(AvaticaConnection connection) {
    return new RemoteMeta(connection);
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return url != null && ConnectionUrl.isMillrace(url);
  }

  /**
   * Connects to {@code url}, or returns null when it is for another driver.
   *
   * @throws SQLException 08001 when nothing can be reached there or the URL is wrong, 08004 when
   *     the server is none that this driver can speak with, 28000 when it refuses the user
   */
  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Properties given = info == null ? new Properties() : info;
    AvaticaConnection connection = factory.newConnection(this, factory, url, given);
    handler.onConnectionInit(connection);
    return connection;
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    Map<String, String> given = new TreeMap<>();
    if (acceptsURL(url)) {
      given.putAll(ConnectionUrl.parse(url, info == null ? new Properties() : info).properties());
    }
    return Arrays.stream(DriverProperty.values())
        .map(property -> property.info(given))
        .toArray(DriverPropertyInfo[]::new);
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(LOGGER_NAME);
  }
}
