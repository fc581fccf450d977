package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes back to a savepoint, over JDBC, with files before it and behind it. */
@Timeout(240)
final class SavepointServerTest {
  @TempDir Path directory;

  private ServerProcess start(String... arguments) throws IOException {
    return ServerProcess.start(directory.resolve("data"), arguments);
  }

  private static void execute(ServerProcess server, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> query(ServerProcess server, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        StringBuilder row = new StringBuilder(String.valueOf(found.getObject(1)));
        for (int i = 2; i <= found.getMetaData().getColumnCount(); i++) {
          row.append('|').append(found.getObject(i));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** The rows in the files of the sink, in order. */
  private List<String> put() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().startsWith("part-")) {
          lines.addAll(Files.readAllLines(file));
        }
      }
    }
    return lines.stream().filter(line -> !line.startsWith("n")).sorted().toList();
  }

  @Test
  void goesBackOverJdbcAndWithTheOption() throws IOException, SQLException {
    Path input = Files.createDirectory(directory.resolve("in"));
    Files.writeString(input.resolve("a.csv"), "n\n1\n2\n");
    try (ServerProcess server = start("--checkpoint-interval", "100ms")) {
      execute(
          server,
          "CREATE SOURCE numbers (n INT) WITH ('connector' = 'filesystem', 'path' = '"
              + input
              + "', 'format' = 'csv', 'watch' = 'true')",
          "CREATE TABLE items (id INT PRIMARY KEY)",
          "CREATE MATERIALIZED VIEW total AS SELECT COUNT(*) AS c, SUM(n) AS s FROM numbers",
          "CREATE SINK copy WITH ('connector' = 'filesystem', 'path' = '"
              + directory.resolve("out")
              + "', 'format' = 'csv') AS SELECT n FROM numbers",
          "INSERT INTO items VALUES (1)");
      awaitTotal(server, "2|3");
      execute(server, "SAVEPOINT 'v0'");
      assertThat(put()).containsExactly("1", "2");
      Files.writeString(input.resolve("b.csv"), "n\n30\n");
      awaitTotal(server, "3|33");
      execute(server, "INSERT INTO items VALUES (2)", "DROP SINK copy", "CHECKPOINT");
      assertThat(query(server, "SHOW SAVEPOINTS")).hasSize(1);
      assertThat(query(server, "SELECT s FROM total FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'"))
          .containsExactly("3");
      server.kill();
    }
    assertThatThrownBy(() -> start("--from-savepoint", "v1"))
        .hasMessageContaining("There is no savepoint 'v1'; there is 'v0'.");

    Files.delete(input.resolve("b.csv"));
    try (ServerProcess server = start("--from-savepoint", "v0", "--checkpoint-interval", "100ms")) {
      assertThat(server.log()).contains("has gone back to the savepoint 'v0'");
      assertThat(query(server, "SELECT * FROM total")).containsExactly("2|3");
      assertThat(query(server, "SELECT * FROM items")).containsExactly("1");
      assertThat(put()).containsExactly("1", "2");
      Files.writeString(input.resolve("c.csv"), "n\n400\n");
      awaitTotal(server, "3|403");
      execute(server, "INSERT INTO items VALUES (7)", "CHECKPOINT", "DROP SAVEPOINT 'v0'");
      server.kill();
    }
    try (ServerProcess server = start()) {
      assertThat(query(server, "SELECT * FROM total")).containsExactly("3|403");
      assertThat(query(server, "SELECT id FROM items ORDER BY id")).containsExactly("1", "7");
      assertThat(query(server, "SHOW SAVEPOINTS")).isEmpty();
      assertThat(put()).containsExactly("1", "2", "400");
    }
  }

  private static void awaitTotal(ServerProcess server, String row) throws SQLException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!query(server, "SELECT * FROM total").equals(List.of(row))) {
      assertThat(System.nanoTime()).as("still waiting for " + row).isLessThan(deadline);
    }
  }
}
