package io.millrace.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of Nexmark over recorded events give the answers that another system gave. */
final class NexmarkAnswersTest {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void answersAsFlinkDoes(int workers) throws Exception {
    Path directory =
        Path.of(NexmarkAnswersTest.class.getResource("/nexmark/queries.sql").toURI()).getParent();
    String script =
        Files.readString(directory.resolve("queries.sql"), UTF_8)
            .replace("${directory}", directory.toString());
    try (Database millrace = Database.open("jdbc:millrace:memory:?workers=" + workers)) {
      millrace.execute(List.of(script.split(";\\s*")));
      millrace.await(
          "SELECT COUNT(*) FROM millrace.pipelines WHERE kind = 'source' AND status = 'FINISHED'",
          3);
      for (Path file : answers(directory)) {
        String query = file.getFileName().toString().replaceFirst("\\..*", "");
        assertThat(lines(millrace, query)).as(query).isEqualTo(lines(file));
      }
    }
  }

  private static List<Path> answers(Path directory) throws IOException {
    try (var files = Files.list(directory.resolve("answers"))) {
      List<Path> sorted = files.sorted().toList();
      assertThat(sorted).hasSize(9);
      return sorted;
    }
  }

  private static List<String> lines(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, UTF_8))) {
      return reader.lines().sorted().toList();
    }
  }

  private static List<String> lines(Database millrace, String view) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (var statement = millrace.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + view)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringJoiner line = new StringJoiner(",");
        for (int column = 1; column <= columns; column++) {
          Object value = rows.getObject(column);
          line.add(
              value instanceof Timestamp time
                  ? TIME.format(time.toLocalDateTime())
                  : String.valueOf(value));
        }
        lines.add(line.toString());
      }
    }
    lines.sort(null);
    return lines;
  }
}
