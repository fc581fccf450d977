package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedTest {

  @TempDir private Path directory;

  @BeforeEach
  void reset() {
    FakeEmbeddedProvider.reset();
  }

  private static Connection connect(String place) throws SQLException {
    return DriverManager.getConnection("jdbc:millrace:" + place);
  }

  @Test
  void connectionsToADirectoryShareADatabaseThatClosesWithTheLast() throws SQLException {
    Connection first = connect("embedded:" + directory);
    Connection second = connect("embedded:" + directory.resolve("x/..") + "/");
    assertThat(FakeEmbeddedProvider.opened).containsExactly(directory.toString());
    try (ResultSet rows = second.createStatement().executeQuery("q")) {
      assertThat(rows.next()).isTrue();
    }
    first.close();
    first.close();
    assertThat(FakeEmbeddedProvider.closed).isEmpty();
    assertThat(second.isValid(1)).isTrue();
    second.close();
    assertThat(FakeEmbeddedProvider.closed).containsExactly(directory.toString());
    connect("embedded:" + directory).close();
    assertThat(FakeEmbeddedProvider.opened).hasSize(2);
    assertThat(FakeEmbeddedProvider.closed).hasSize(2);
  }

  @Test
  void databasesInMemoryAreSharedByName() throws SQLException {
    try (Connection a = connect("memory:shop");
        Connection b = connect("memory:shop");
        Connection own = connect("memory:");
        Connection another = connect("memory:")) {
      assertThat(a.isValid(1) && b.isValid(1) && own.isValid(1) && another.isValid(1)).isTrue();
      assertThat(FakeEmbeddedProvider.opened).hasSize(3);
    }
    assertThat(FakeEmbeddedProvider.closed).hasSize(3);
  }

  @Test
  void aDatabaseThatIsKeptOutlivesItsConnections() throws SQLException {
    connect("memory:kept?keep=true").close();
    assertThat(FakeEmbeddedProvider.closed).isEmpty();
    connect("memory:kept").close();
    assertThat(FakeEmbeddedProvider.opened).hasSize(1);
    assertThat(FakeEmbeddedProvider.closed).isEmpty();
  }

  @Test
  void optionsThatAreNotTheDriversGoToTheDatabase() throws SQLException {
    try (Connection connection = connect("memory:opt?workers=2&fetchSize=10")) {
      assertThat(FakeEmbeddedProvider.lastOptions).isEqualTo(Map.of("workers", "2"));
      assertThatThrownBy(() -> connect("memory:opt?workers=3"))
          .hasMessageContaining("workers=2")
          .hasMessageContaining("workers=3");
      connect("memory:opt").close();
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void aDatabaseThatCannotOpenSaysWhyAndCanBeTriedAgain() throws SQLException {
    FakeEmbeddedProvider.failure =
        () -> new IllegalStateException("in use", new SQLException("in use", "55006", 1206));
    assertThatThrownBy(() -> connect("embedded:" + directory))
        .hasMessageContaining("in use")
        .hasMessageContaining(directory.toString())
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("55006");
              assertThat(e.getErrorCode()).isEqualTo(1206);
            });
    FakeEmbeddedProvider.failure = null;
    connect("embedded:" + directory).close();
    assertThat(FakeEmbeddedProvider.closed).hasSize(1);
  }

  @Test
  void aConnectionThatTheDatabaseRefusesLeavesNothingOpen() {
    FakeEmbeddedProvider.greeting = "1.23.0";
    assertThatThrownBy(() -> connect("memory:refused")).hasMessageContaining("Millrace server");
    assertThat(FakeEmbeddedProvider.closed).hasSize(1);
  }
}
