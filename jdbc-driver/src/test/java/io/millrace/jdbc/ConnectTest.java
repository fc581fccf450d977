package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConnectTest {

  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private static SQLException failure(String url) {
    return catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url));
  }

  @Test
  void driverManagerFindsTheDriverByItself() throws SQLException {
    Driver driver = DriverManager.getDriver("jdbc:millrace://h/");
    assertThat(driver).isInstanceOf(MillraceDriver.class);
    assertThat(driver.acceptsURL("jdbc:postgresql://h/")).isFalse();
    assertThat(driver.connect("jdbc:postgresql://h/", new Properties())).isNull();
    assertThat(driver.jdbcCompliant()).isFalse();
    assertThat(driver.getParentLogger().getName()).isEqualTo("io.millrace.jdbc");
    // Avatica's own driver must not come along.
    assertThat(DriverManager.drivers().map(d -> d.getClass().getSimpleName()))
        .contains("MillraceDriver");
  }

  @Test
  void propertiesAreDescribedForTools() throws SQLException {
    DriverPropertyInfo[] infos =
        new MillraceDriver().getPropertyInfo("jdbc:millrace://h/?user=ann", new Properties());
    assertThat(Arrays.stream(infos).map(i -> i.name))
        .contains("user", "password", "connectTimeout", "fetchSize", "ssl");
    assertThat(infos).allSatisfy(i -> assertThat(i.description).isNotBlank());
    assertThat(infos[0].value).isEqualTo("ann");
  }

  @Test
  void driverAndServerTellTheirVersions() throws SQLException {
    try (Connection connection = server.connect()) {
      assertThat(connection.getMetaData().getDriverName()).isEqualTo("Millrace JDBC Driver");
      assertThat(connection.getMetaData().getDriverVersion())
          .isEqualTo(DriverInfo.version())
          .matches("\\d+\\.\\d+\\.\\d+.*");
      assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("Millrace");
      assertThat(connection.getMetaData().getDatabaseProductVersion()).isEqualTo("9.8.7");
      assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(9);
      assertThat(server.meta.hello)
          .containsEntry("millrace.protocol", "1")
          .containsEntry("millrace.driver.version", DriverInfo.version());
    }
  }

  @Test
  void refusedConnectionNamesHostAndPortAndWhatToDo() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    SQLException e = failure("jdbc:millrace://localhost:" + port + "/");
    assertThat(e.getSQLState()).isEqualTo("08001");
    assertThat((Throwable) e)
        .hasMessageContaining("localhost:" + port)
        .hasMessageContaining("./millrace server --port " + port);
  }

  @Test
  void unknownHostIsNamed() {
    SQLException e = failure("jdbc:millrace://no-such-host.invalid/");
    assertThat(e.getSQLState()).isEqualTo("08001");
    assertThat((Throwable) e).hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void newerAndOlderServersAreToldApart() {
    server.meta.greeting = "millrace/7.1.0 protocol/2";
    SQLException newer = failure(server.url());
    assertThat(newer.getSQLState()).isEqualTo("08004");
    assertThat((Throwable) newer)
        .hasMessageContaining("newer than this driver")
        .hasMessageContaining("Use the driver of version 7.1.0");
    server.meta.greeting = "millrace/0.0.1 protocol/0";
    assertThat((Throwable) failure(server.url())).hasMessageContaining("older than this driver");
    assertThat(server.meta.openConnections()).isZero();
  }

  @Test
  void anotherAvaticaServerIsNoMillraceServer() {
    server.meta.greeting = "1.23.0";
    assertThat((Throwable) failure(server.url()))
        .hasMessageContaining("no Millrace server")
        .hasMessageContaining("1.23.0");
  }

  @Test
  void anotherHttpServerIsNoMillraceServer() throws IOException {
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int[] status = {404};
    web.createContext(
        "/",
        exchange -> {
          byte[] page = "<html>hello</html>".getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status[0], page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    web.start();
    try {
      String url = "jdbc:millrace://localhost:" + web.getAddress().getPort() + "/";
      assertThat((Throwable) failure(url)).hasMessageContaining("HTTP status 404");
      status[0] = 200;
      SQLException e = failure(url);
      assertThat((Throwable) e).hasMessageContaining("an answer that is none of Millrace's");
      assertThat(e.getSQLState()).startsWith("08");
      status[0] = 401;
      assertThat((Throwable) failure(url)).hasMessageContaining("user and password");
      assertThat(failure(url).getSQLState()).isEqualTo("28000");
    } finally {
      web.stop(0);
    }
  }

  @Test
  void userAndPasswordGoByBasicAuthenticationAndThePasswordNowhereElse() throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url(), "ann", "secret")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("ann");
      assertThat(server.authorizations).containsOnly("Basic YW5uOnNlY3JldA==");
      assertThat(server.meta.hello).containsEntry("user", "ann").doesNotContainValue("secret");
    }
    try (Connection connection =
        DriverManager.getConnection(server.url() + "?user=ann&password=secret")) {
      assertThat(connection.getMetaData().getURL()).isEqualTo(server.url());
    }
  }

  @Test
  void statementsCommitByThemselves() throws SQLException {
    try (Connection connection = server.connect()) {
      assertThat(connection.getAutoCommit()).isTrue();
      connection.setAutoCommit(true);
      assertThatThrownBy(() -> connection.setAutoCommit(false))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("auto-commit")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("0A000");
      assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
      assertThat(connection.isReadOnly()).isFalse();
      connection.setReadOnly(true);
      assertThat(connection.isReadOnly()).isTrue();
      assertThatThrownBy(connection::commit).hasMessageContaining("nothing to commit");
    }
  }

  @Test
  void schemaIsTheServers() throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url() + "?schema=extra")) {
      assertThat(connection.getSchema()).isEqualTo("extra");
      connection.setSchema("public");
      assertThat(connection.getSchema()).isEqualTo("public");
      connection.setCatalog("millrace");
      assertThat(connection.getCatalog()).isEqualTo("millrace");
    }
    assertThat(failure(server.url() + "?schema=nowhere").getSQLState()).isEqualTo("3F000");
  }

  @Test
  void validityIsAskedOfTheServer() throws SQLException {
    Connection connection = server.connect();
    assertThat(connection.isValid(5)).isTrue();
    server.meta.forgetConnections();
    assertThat(connection.isValid(5)).isFalse();
    assertThatThrownBy(connection::getSchema)
        .hasMessageContaining("Connect again")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("08003");
    connection.close();
    assertThat(connection.isValid(0)).isFalse();
    assertThatThrownBy(() -> connection.isValid(-1)).isInstanceOf(SQLException.class);
  }

  @Test
  void closingAConnectionClosesItsStatementsAndTheServersHalf() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(3));
    Connection connection = server.connect();
    Statement statement = connection.createStatement();
    statement.executeQuery("q");
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThat(statement.isClosed()).isTrue();
    assertThat(server.meta.openConnections()).isZero();
    assertThatThrownBy(connection::createStatement)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("08003");
    assertThatThrownBy(() -> statement.executeQuery("q")).hasMessageContaining("closed");
  }

  @Test
  void closingWorksWhenTheServerIsGone() throws SQLException {
    Connection connection = server.connect();
    Statement statement = connection.createStatement();
    server.close();
    statement.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
  }

  @Test
  void whatToolsSetWithoutNeedIsAccepted() throws SQLException {
    try (Connection connection = server.connect()) {
      connection.setClientInfo("ApplicationName", "tool");
      assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("tool");
      assertThat(connection.nativeSQL("SELECT 1")).isEqualTo("SELECT 1");
      assertThat(connection.getTypeMap()).isEmpty();
      assertThat((Throwable) connection.getWarnings()).isNull();
      connection.createStatement(
          java.sql.ResultSet.TYPE_SCROLL_INSENSITIVE, java.sql.ResultSet.CONCUR_READ_ONLY);
      assertThat((Throwable) connection.getWarnings()).hasMessageContaining("forward-only");
      connection.setNetworkTimeout(Runnable::run, 60_000);
      assertThat(connection.getNetworkTimeout()).isEqualTo(60_000);
    }
  }
}
