package io.millrace.server.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.SqlError;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedConnectionTest {

  @Test
  void opensADatabaseInMemory() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:memory:");
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR)"))
          .isZero();
      try (ResultSet tables = statement.executeQuery("SHOW TABLES")) {
        assertThat(tables.next()).isTrue();
        assertThat(tables.getString(1)).isEqualTo("t");
        assertThat(tables.next()).isFalse();
      }
    }
  }

  @Test
  void keepsADirectoryForTheNextConnection(@TempDir Path directory) throws SQLException {
    String url = "jdbc:millrace:embedded:" + directory.resolve("db") + "?workers=1";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE kept (id BIGINT PRIMARY KEY)");
    }
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet tables = connection.getMetaData().getTables(null, null, "kept%", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("TABLE_NAME")).isEqualTo("kept");
      assertThat(tables.getString("TABLE_TYPE")).isEqualTo("TABLE");
      assertThat(tables.next()).isFalse();
    }
  }

  @Test
  void refusesAnOptionThatThereIsNot() {
    SqlError error =
        SqlError.of(() -> DriverManager.getConnection("jdbc:millrace:memory:?worker=2"));
    assertThat(error.message()).contains("Did you mean 'workers'?");
    assertThat(error.state()).isEqualTo("22023");
  }

  @Test
  void refusesASinkThatPromisesMoreThanTheDatabase() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:millrace:memory:?guarantee=at-least-once");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY)");
      String sink =
          """
          CREATE SINK s WITH ('connector' = 'blackhole',
            'sink.delivery-guarantee' = '%s') AS SELECT * FROM t\
          """;
      SqlError error = SqlError.of(() -> statement.execute(sink.formatted("exactly-once")));
      assertThat(error.state()).isEqualTo("22023");
      assertThat(error.message())
          .contains("Option 'sink.delivery-guarantee' of the sink 's' cannot be 'exactly-once'")
          .contains("while the server runs with the guarantee at-least-once")
          .contains("line 2, column 3:");
      statement.execute(sink.formatted("at-least-once"));
      try (ResultSet set = statement.executeQuery("SHOW ALL")) {
        boolean found = false;
        while (set.next()) {
          found |= set.getString(1).equals("guarantee") && set.getString(2).equals("at-least-once");
        }
        assertThat(found).as("SHOW ALL names the guarantee").isTrue();
      }
    }
  }

  @Test
  void refusesAValueThatIsNone() {
    SqlError error =
        SqlError.of(() -> DriverManager.getConnection("jdbc:millrace:memory:?epochInterval=fast"));
    assertThat(error.message()).contains("'epochInterval' must be a duration");
  }

  @Test
  void errorsHaveStateCodeAndPlace() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:memory:");
        Statement statement = connection.createStatement()) {
      SqlError error = SqlError.of(() -> statement.execute("CREATE TABLE t (id BIGNIT)"));
      assertThat(error.message()).contains("line 1, column 20");
      SqlError syntax = SqlError.of(() -> statement.execute("CREATE\n  TALBE t"));
      assertThat(syntax.state()).isEqualTo("42601");
      assertThat(syntax.code()).isEqualTo(1001);
      assertThat(syntax.message()).contains("line 2");
    }
  }
}
