package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that come too late for their windows are found in a relation of their own. */
final class LateRowsTest {
  private static final String SUMS =
      "CREATE MATERIALIZED VIEW sums WITH ('late-rows' = 'late_bids') AS"
          + " SELECT k, window_end, SUM(v) AS v FROM TABLE(%s) WHERE v > 0"
          + " GROUP BY k, window_end EMIT ON WINDOW CLOSE";
  private static final String TUMBLE = "TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)";
  private static final String HOP =
      "HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)";

  @TempDir private Path directory;
  private Path input;
  private long rows;

  @BeforeEach
  void makeInput() throws IOException {
    input = Files.writeString(directory.resolve("bids.csv"), "k,v,note,ts\n");
  }

  @Test
  void areThereOnceEachAfterAKill() throws IOException, SQLException {
    try (ServerProcess server = start();
        Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      createSource(statement);
      statement.execute(String.format(SUMS, TUMBLE));
      statement.execute(
          "CREATE MATERIALIZED VIEW corrected AS SELECT k, window_end, SUM(v) AS v FROM"
              + " (SELECT k, window_end, v FROM sums UNION ALL SELECT k, window_end, v FROM"
              + " late_bids) GROUP BY k, window_end");
      write(statement, "1,1,on time,10:00:00", "2,2,on time,10:00:11");
      assertThat(late(statement)).isEmpty();
      write(statement, "1,4,first,10:00:09", "1,0,filtered,10:00:09");
      assertThat(late(statement)).isEqualTo("1 4 first 10:00:09 10:00:10");
      statement.execute("CHECKPOINT");
      write(statement, "1,8,second,10:00:08", "1,4,first,10:00:09");
      assertThat(late(statement))
          .isEqualTo(
              "1 4 first 10:00:09 10:00:10, 1 4 first 10:00:09 10:00:10,"
                  + " 1 8 second 10:00:08 10:00:10");
      server.kill();
    }
    try (ServerProcess server = start();
        Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      write(statement, "1,16,third,10:00:01", "3,1,on time,10:00:20");
      assertThat(late(statement))
          .isEqualTo(
              "1 16 third 10:00:01 10:00:10, 1 4 first 10:00:09 10:00:10,"
                  + " 1 4 first 10:00:09 10:00:10, 1 8 second 10:00:08 10:00:10");
      assertThat(
              text(
                  statement,
                  "SELECT CAST(k AS VARCHAR) || '=' || CAST(v AS VARCHAR) FROM corrected ORDER BY"
                      + " 1"))
          .isEqualTo("1=33, 2=2");
      assertThat(text(statement, "SELECT v FROM sums WHERE k = 1")).isEqualTo("1");
      server.terminate();
    }
  }

  @Test
  void areThereForEachWindowAndGoWithTheirView() throws IOException, SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:millrace:embedded:" + directory.resolve("data"));
        Statement statement = connection.createStatement()) {
      createSource(statement);
      statement.execute(String.format(SUMS, HOP));
      write(statement, "1,1,on time,10:00:00", "2,2,on time,10:00:12");
      write(statement, "1,4,two windows,10:00:03", "1,8,one window,10:00:06");
      assertThat(late(statement))
          .isEqualTo(
              "1 4 two windows 10:00:03 10:00:05, 1 4 two windows 10:00:03 10:00:10,"
                  + " 1 8 one window 10:00:06 10:00:10");
      statement.execute("CREATE MATERIALIZED VIEW notes AS SELECT note FROM late_bids");
      assertThatThrownBy(() -> statement.execute("DROP MATERIALIZED VIEW late_bids"))
          .hasMessageContaining(
              "At line 1, column 24: 'late_bids' has the late rows of the materialized view"
                  + " 'sums' and is dropped with it");
      assertThatThrownBy(() -> statement.execute("DROP MATERIALIZED VIEW sums"))
          .hasMessageContaining("'sums' is read by the materialized view 'notes'; drop");
      statement.execute("DROP MATERIALIZED VIEW notes");
      statement.execute("DROP MATERIALIZED VIEW sums");
      assertThatThrownBy(() -> statement.execute("SELECT * FROM late_bids"))
          .hasMessageContaining("late_bids");
      statement.execute(String.format(SUMS, TUMBLE));
      assertThat(late(statement)).as("what was read before is not late").isEmpty();
      statement.execute("DROP MATERIALIZED VIEW sums CASCADE");
    }
  }

  private ServerProcess start() throws IOException {
    return ServerProcess.start(
        directory.resolve("data"), "--workers", "2", "--checkpoint-interval", "0 s");
  }

  private void createSource(Statement statement) throws SQLException {
    statement.execute(
        "CREATE SOURCE bids (k INTEGER, v INTEGER, note VARCHAR, ts TIMESTAMP(3), WATERMARK FOR ts"
            + " AS ts) WITH ('connector' = 'filesystem', 'path' = '"
            + input
            + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '5 ms')");
    statement.execute("CREATE MATERIALIZED VIEW seen AS SELECT COUNT(*) AS n FROM bids");
  }

  /** Writes rows, and waits until they are read and their watermark has been acted on. */
  private void write(Statement statement, String... lines) throws IOException, SQLException {
    for (String line : lines) {
      int time = line.lastIndexOf(',') + 1;
      Files.writeString(
          input,
          line.substring(0, time) + "2026-03-01 " + line.substring(time) + "\n",
          StandardOpenOption.APPEND);
    }
    rows += lines.length;
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!text(statement, "SELECT n FROM seen").equals(Long.toString(rows))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }

  private static String late(Statement statement) throws SQLException {
    return text(
        statement,
        "SELECT CAST(k AS VARCHAR) || ' ' || CAST(v AS VARCHAR) || ' ' || note || ' ' ||"
            + " SUBSTRING(CAST(ts AS VARCHAR(19)) FROM 12) || ' ' ||"
            + " SUBSTRING(CAST(window_end AS VARCHAR(19)) FROM 12) FROM late_bids ORDER BY 1");
  }

  private static String text(Statement statement, String query) throws SQLException {
    StringJoiner joined = new StringJoiner(", ");
    try (ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        joined.add(result.getString(1));
      }
    }
    return joined.toString();
  }
}
