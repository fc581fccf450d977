package io.millrace.server.cli;

import io.millrace.server.avatica.AvaticaEndpoint;
import io.millrace.server.avatica.EndpointLimits;
import io.millrace.server.avatica.HttpEndpoint;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import java.util.Optional;

/** A database that JDBC clients can reach. */
final class RunningServer implements AutoCloseable {
  private final Database database;
  private final HttpEndpoint http;
  private final String host;

  private RunningServer(Database database, HttpEndpoint http, String host) {
    this.database = database;
    this.http = http;
    this.host = host;
  }

  /**
   * Opens the database and listens.
   *
   * @param port 0 for any that is free
   */
  static RunningServer start(DatabaseConfig config, String host, int port) {
    return start(config, Optional.empty(), host, port);
  }

  /**
   * As {@link #start(DatabaseConfig, String, int)}.
   *
   * @param savepoint to go back to first; empty for none
   */
  static RunningServer start(
      DatabaseConfig config, Optional<String> savepoint, String host, int port) {
    Database database = Database.open(config, savepoint);
    boolean started = false;
    try {
      AvaticaEndpoint endpoint = new AvaticaEndpoint(database, EndpointLimits.ofServer());
      HttpEndpoint http = HttpEndpoint.start(endpoint, host, port);
      started = true;
      return new RunningServer(database, http, host);
    } finally {
      if (!started) {
        database.close();
      }
    }
  }

  Database database() {
    return database;
  }

  /** By which a JDBC client connects. */
  String url() {
    String address = host.contains(":") ? "[" + host + "]" : host;
    return "jdbc:millrace://" + address + ":" + http.port() + "/";
  }

  /** Sends clients away, takes a last checkpoint and ends. */
  @Override
  public void close() {
    try {
      http.close();
    } finally {
      database.close();
    }
  }
}
