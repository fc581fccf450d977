package io.millrace.server.avatica;

import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database in memory behind HTTP on a free port of this machine. */
final class TestEndpoint implements AutoCloseable {
  private final Database database;
  private final AvaticaEndpoint endpoint;
  private final HttpEndpoint http;

  TestEndpoint() {
    this(EndpointLimits.ofServer());
  }

  TestEndpoint(EndpointLimits limits) {
    database = Database.open(DatabaseConfig.inMemory().withWorkers(2));
    endpoint = new AvaticaEndpoint(database, limits);
    http = HttpEndpoint.start(endpoint, "127.0.0.1", 0);
  }

  Database database() {
    return database;
  }

  AvaticaEndpoint endpoint() {
    return endpoint;
  }

  int port() {
    return http.port();
  }

  String url() {
    return "jdbc:millrace://127.0.0.1:" + port() + "/";
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  @Override
  public void close() {
    http.close();
    database.close();
  }
}
