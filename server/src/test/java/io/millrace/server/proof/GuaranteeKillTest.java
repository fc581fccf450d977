package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same kill of a server with each guarantee: 100 lines are in a checkpoint, 50 more have been
 * read, the server is killed, 25 come after that.
 */
final class GuaranteeKillTest {
  @TempDir Path directory;

  @Test
  void exactlyOnceCountsAndWritesEveryLineOnce() throws IOException, SQLException {
    killAndGoOn("exactly-once", 175);
    assertThat(written()).containsExactlyInAnyOrderElementsOf(lines(0, 175));
  }

  @Test
  void atLeastOnceWritesSomeLinesTwice() throws IOException, SQLException {
    killAndGoOn("at-least-once", 175);
    List<String> expected = new ArrayList<>(lines(0, 175));
    expected.addAll(lines(100, 150));
    assertThat(written()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void atMostOnceCountsAndWritesSomeLinesNever() throws IOException, SQLException {
    killAndGoOn("at-most-once", 125);
    List<String> expected = new ArrayList<>(lines(0, 100));
    expected.addAll(lines(150, 175));
    assertThat(written()).containsExactlyInAnyOrderElementsOf(expected);
  }

  /**
   * @param counted how many lines are counted in the end
   */
  private void killAndGoOn(String guarantee, long counted) throws IOException, SQLException {
    Path file = Files.writeString(directory.resolve("in.csv"), "n\n");
    try (ServerProcess server = start(guarantee);
        Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE SOURCE numbers (n INTEGER) WITH ('connector' = 'filesystem', 'path' = '"
              + file
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '10 ms')");
      statement.execute(
          "CREATE MATERIALIZED VIEW total AS SELECT COUNT(*) AS counted FROM numbers");
      statement.execute(
          "CREATE SINK copied WITH ('connector' = 'filesystem', 'path' = '"
              + output()
              + "', 'format' = 'csv') AS SELECT n FROM numbers");
      append(file, 0, 100);
      awaitCount(statement, 100);
      statement.execute("CHECKPOINT");
      append(file, 100, 150);
      awaitCount(statement, 150);
      if (guarantee.equals("at-least-once")) {
        awaitWritten(150);
      } else {
        assertThat(written()).hasSize(100);
      }
      server.kill();
    }
    try (ServerProcess server = start(guarantee);
        Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      append(file, 150, 175);
      awaitCount(statement, counted);
      statement.execute("CHECKPOINT");
      awaitCount(statement, counted);
      server.terminate();
    }
  }

  private ServerProcess start(String guarantee) throws IOException {
    return ServerProcess.start(
        directory.resolve("data"),
        "--workers",
        "2",
        "--checkpoint-interval",
        "0 s",
        "--guarantee",
        guarantee);
  }

  private Path output() {
    return directory.resolve("out");
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  private static void append(Path file, int from, int to) throws IOException {
    Files.writeString(file, String.join("\n", lines(from, to)) + "\n", StandardOpenOption.APPEND);
  }

  private static void awaitCount(Statement statement, long expected) throws SQLException {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    long counted = -1;
    while (counted != expected) {
      assertThat(System.nanoTime()).as("%s of %s", counted, expected).isLessThan(deadline);
      try (ResultSet result = statement.executeQuery("SELECT counted FROM total")) {
        assertThat(result.next()).isTrue();
        counted = result.getLong(1);
      }
    }
  }

  private void awaitWritten(int expected) throws IOException {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (written().size() < expected) {
      assertThat(System.nanoTime()).as("written: " + written().size()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  /** The lines of all files that are visible. */
  private List<String> written() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(output())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        List<String> lines = Files.readAllLines(file);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }
}
