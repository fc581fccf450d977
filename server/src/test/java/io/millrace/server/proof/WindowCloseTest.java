package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When windows are put out while their source goes on, what is late, and what a restart keeps. */
class WindowCloseTest {
  @TempDir private Path directory;
  private long rows;

  @Test
  void windowsWaitForTheWatermarkAndLateRowsAreDropped() throws IOException, SQLException {
    Files.createDirectories(input());
    Files.writeString(input().resolve("bids.csv"), "k,v,ts\n");
    try (Connection connection = connect()) {
      execute(
          connection,
          "CREATE SOURCE bids (k INTEGER, v INTEGER, ts TIMESTAMP(3), WATERMARK FOR ts AS ts -"
              + " INTERVAL '5' SECOND) WITH ('connector' = 'filesystem', 'path' = '"
              + input()
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '5 ms')");
      execute(connection, "CREATE MATERIALIZED VIEW seen AS SELECT COUNT(*) AS n FROM bids");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW sums AS SELECT k, window_end, SUM(v) AS v FROM TABLE(TUMBLE("
              + "TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_end"
              + " EMIT ON WINDOW CLOSE");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW most AS SELECT window_end, MAX(v) AS v FROM (SELECT k,"
              + " window_end, SUM(v) AS v FROM TABLE(HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '5'"
              + " SECOND, INTERVAL '10' SECOND)) GROUP BY k, window_end) GROUP BY window_end"
              + " EMIT ON WINDOW CLOSE");
      execute(
          connection,
          "CREATE SINK closed WITH ('connector' = 'filesystem', 'path' = '"
              + directory.resolve("out")
              + "', 'format' = 'csv') AS SELECT k, window_end, COUNT(*) AS n FROM TABLE(TUMBLE("
              + "TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_end"
              + " EMIT ON WINDOW CLOSE");

      write(connection, "1,1,2026-03-01 10:00:00", "2,5,2026-03-01 10:00:14.999");
      assertThat(sums(connection)).isEmpty();
      assertThat(most(connection)).as("ends at the fifth second").isEqualTo("10:00:05=1");

      // On time: earlier than others before it, but its window is open.
      write(connection, "1,2,2026-03-01 10:00:01", "1,4,2026-03-01 10:00:09.999");
      assertThat(sums(connection)).isEmpty();

      write(connection, "2,7,2026-03-01 10:00:15");
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7");
      assertThat(late(connection, "sums")).isZero();
      assertThat(late(connection, "most")).as("10:00:01 in the window to 10:00:05").isEqualTo(1);

      write(connection, "1,100,2026-03-01 10:00:09.999", "1,8,2026-03-01 10:00:10");
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7");
      assertThat(late(connection, "sums")).isEqualTo(1);
      execute(connection, "CHECKPOINT");
    }

    // The rows of a restart's first epochs are late as they were before.
    append("3,1,2026-03-01 10:00:09");
    try (Connection connection = connect()) {
      awaitRows(connection);
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7");
      assertThat(late(connection, "sums")).isEqualTo(1);

      write(connection, "1,16,2026-03-01 10:00:19", "9,0,2026-03-01 10:00:25");
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7, 1 10:00:20=24, 2 10:00:20=12");
      assertThat(most(connection)).isEqualTo("10:00:05=1, 10:00:10=7, 10:00:15=112, 10:00:20=24");
      execute(connection, "CHECKPOINT");
    }
    List<String> lines = new ArrayList<>();
    try (var parts = Files.newDirectoryStream(directory.resolve("out"), "part-*")) {
      for (Path part : parts) {
        List<String> all = Files.readAllLines(part);
        lines.addAll(all.subList(1, all.size()));
      }
    }
    Collections.sort(lines);
    assertThat(lines)
        .containsExactly(
            "1,2026-03-01 10:00:10,3", "1,2026-03-01 10:00:20,2", "2,2026-03-01 10:00:20,2");
  }

  @Test
  void timesOfNanosecondsWaitForTheirWatermark() throws IOException, SQLException {
    Files.createDirectories(input());
    Files.writeString(input().resolve("bids.csv"), "k,v,ts\n");
    try (Connection connection = connect()) {
      execute(
          connection,
          "CREATE SOURCE bids (k INTEGER, v INTEGER, ts TIMESTAMP(9), WATERMARK FOR ts AS ts)"
              + " WITH ('connector' = 'filesystem', 'path' = '"
              + input()
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '5 ms')");
      execute(connection, "CREATE MATERIALIZED VIEW seen AS SELECT COUNT(*) AS n FROM bids");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW sums AS SELECT k, window_end, SUM(v) AS v FROM TABLE(TUMBLE("
              + "TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_end"
              + " EMIT ON WINDOW CLOSE");
      write(connection, "1,1,2026-03-01 10:00:00.000000001", "1,2,2026-03-01 10:00:09.999999999");
      assertThat(sums(connection)).isEmpty();
      write(connection, "1,4,2026-03-01 10:00:09.999000001", "2,5,2026-03-01 10:00:10");
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7");
      write(connection, "1,4,2026-03-01 10:00:09.999999999");
      assertThat(sums(connection)).isEqualTo("1 10:00:10=7");
      assertThat(late(connection, "sums")).isEqualTo(1);
    }
  }

  @Test
  void aFileWithoutNewLinesHoldsWindowsBackForItsTimeout() throws IOException, SQLException {
    Files.createDirectories(input());
    Files.writeString(input().resolve("bids.csv"), "k,v,ts\n");
    Files.writeString(input().resolve("done.csv"), "k,v,ts\n1,1,2026-03-01 10:00:00\n");
    rows++;
    String source =
        "CREATE SOURCE %s (k INTEGER, v INTEGER, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'filesystem', 'path' = '"
            + input()
            + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '5 ms',"
            + " 'source.idle-timeout' = '%s')";
    String view =
        "CREATE MATERIALIZED VIEW %s AS SELECT k, window_end, SUM(v) AS v FROM TABLE(TUMBLE("
            + "TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_end"
            + " EMIT ON WINDOW CLOSE";
    try (Connection connection = connect()) {
      execute(connection, String.format(source, "patient", "0 s"));
      execute(connection, String.format(source, "hasty", "30 ms"));
      execute(connection, "CREATE MATERIALIZED VIEW seen AS SELECT COUNT(*) AS n FROM patient");
      execute(connection, String.format(view, "sums", "hasty"));
      execute(connection, String.format(view, "waiting", "patient"));
      write(connection, "1,2,2026-03-01 10:00:01", "1,4,2026-03-01 10:00:10");
      // The file that still grows says when a window is over, as soon as the other one is idle.
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (sums(connection).isEmpty()) {
        write(connection, "1,8,2026-03-01 10:00:15");
        assertThat(System.nanoTime()).isLessThan(deadline);
      }
      assertThat(sums(connection)).isEqualTo("1 10:00:10=3");
      assertThat(number(connection, "SELECT COUNT(*) FROM waiting")).isZero();
    }
  }

  private Path input() {
    return directory.resolve("in");
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:millrace:embedded:" + directory.resolve("data") + "?workers=2");
  }

  /** Writes rows, and waits until they are read and their watermark has been acted on. */
  private void write(Connection connection, String... lines) throws IOException, SQLException {
    append(lines);
    awaitRows(connection);
  }

  private void append(String... lines) throws IOException {
    Files.writeString(
        input().resolve("bids.csv"), String.join("\n", lines) + "\n", StandardOpenOption.APPEND);
    rows += lines.length;
  }

  private void awaitRows(Connection connection) throws SQLException {
    await(connection, "SELECT n FROM seen", rows);
  }

  private static void await(Connection connection, String query, long expected)
      throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (number(connection, query) != expected) {
      assertThat(System.nanoTime()).as(query).isLessThan(deadline);
    }
  }

  private static long late(Connection connection, String view) throws SQLException {
    return number(
        connection, "SELECT late_rows FROM millrace.pipelines WHERE name = '" + view + "'");
  }

  private static String sums(Connection connection) throws SQLException {
    return text(
        connection,
        "SELECT CAST(k AS VARCHAR) || ' ' || SUBSTRING(CAST(window_end AS VARCHAR(19)) FROM 12)"
            + " || '=' || CAST(v AS VARCHAR) FROM sums ORDER BY 1");
  }

  private static String most(Connection connection) throws SQLException {
    return text(
        connection,
        "SELECT SUBSTRING(CAST(window_end AS VARCHAR(19)) FROM 12) || '=' || CAST(v AS VARCHAR)"
            + " FROM most ORDER BY 1");
  }

  private static long number(Connection connection, String query) throws SQLException {
    return Long.parseLong(text(connection, query));
  }

  private static String text(Connection connection, String query) throws SQLException {
    StringJoiner joined = new StringJoiner(", ");
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        joined.add(result.getString(1));
      }
    }
    return joined.toString();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
