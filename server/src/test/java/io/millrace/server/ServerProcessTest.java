package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerProcessTest {
  @TempDir Path directory;

  private static String onlyTable(ServerProcess server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery("SHOW TABLES")) {
      assertThat(tables.next()).isTrue();
      return tables.getString(1);
    }
  }

  @Test
  void startsAndEndsWhenAskedAndSurvivesAKill() throws IOException, SQLException {
    Path data = directory.resolve("data");
    try (ServerProcess server = ServerProcess.start(data)) {
      try (Connection connection = DriverManager.getConnection(server.url());
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE kept (id BIGINT PRIMARY KEY)");
      }
      server.kill();
      assertThat(server.isAlive()).isFalse();
    }
    try (ServerProcess server = ServerProcess.start(data)) {
      assertThat(onlyTable(server)).isEqualTo("kept");
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server = ServerProcess.start(data)) {
      assertThat(onlyTable(server)).isEqualTo("kept");
      assertThat(server.log()).doesNotContain("ERROR");
    }
  }
}
