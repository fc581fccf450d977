package io.millrace.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example gives DuckDB's answers: at its end, and after each part of its input. */
final class SqlExamplesTest {
  /** How far the input has come when answers are compared, in percent of it. */
  private static final int[] PARTS = {0, 1, 2, 5, 11, 24, 40, 63, 85, 100};

  /** The part after which the database is closed and opened again. */
  private static final int RESTART_AFTER = 24;

  @TempDir Path directory;

  static Stream<Arguments> programsAndWorkers() {
    return Example.all().stream()
        .flatMap(example -> Stream.of(Arguments.of(example, 1), Arguments.of(example, 4)));
  }

  @ParameterizedTest
  @MethodSource("programsAndWorkers")
  void answersAsDuckDbDoes(Example example, int workers) throws SQLException, IOException {
    try (Database millrace = Database.open("jdbc:millrace:memory:?workers=" + workers)) {
      millrace.execute(example.definitions());
      compareFinished(example, millrace);
    }
  }

  @ParameterizedTest
  @MethodSource("programsAndWorkers")
  void answersAsDuckDbDoesAfterEachPart(Example example, int workers)
      throws SQLException, IOException {
    if (example.isGenerated()) {
      for (int part : PARTS) {
        answersAsDuckDbDoes(example.generating(part * 37), workers);
      }
    } else {
      growFile(example, example.dataFile(), workers);
    }
  }

  private void growFile(Example original, Path data, int workers) throws SQLException, IOException {
    List<String> lines = Files.readAllLines(data);
    boolean header = data.toString().endsWith(".csv");
    Path file = directory.resolve(data.getFileName());
    Files.writeString(file, header ? lines.remove(0) + "\n" : "");
    Example example = original.watching(file);
    String url = "jdbc:millrace:embedded:" + directory.resolve("millrace") + "?workers=" + workers;
    Database millrace = Database.open(url);
    try {
      millrace.execute(example.definitions());
      millrace.execute(
          List.of(
              "CREATE MATERIALIZED VIEW rows_read AS SELECT COUNT(*) AS n FROM "
                  + example.sources().get(0)));
      int written = 0;
      for (int part : PARTS) {
        int until = lines.size() * part / 100;
        String more = String.join("\n", lines.subList(written, until));
        if (until > written) {
          Files.writeString(file, more + "\n", UTF_8, StandardOpenOption.APPEND);
        }
        written = until;
        millrace.await("SELECT n FROM rows_read", written);
        if (written > 0) {
          compare(example, millrace);
        }
        if (part == RESTART_AFTER) {
          millrace.close();
          millrace = Database.open(url);
          compare(example, millrace);
        }
      }
    } finally {
      millrace.close();
    }
  }

  /** Compares when all sources are read to their end. */
  private static void compareFinished(Example example, Database millrace) throws SQLException {
    millrace.await(
        "SELECT COUNT(*) FROM millrace.pipelines WHERE kind = 'source' AND status = 'FINISHED'",
        example.sources().size());
    compare(example, millrace);
  }

  private static void compare(Example example, Database millrace) throws SQLException {
    try (Database duckDb = Database.open("jdbc:duckdb:")) {
      if (example.isGenerated()) {
        for (String source : example.sources()) {
          copyRows(source, millrace, duckDb);
        }
      }
      duckDb.execute(example.referenceDefinitions());
      List<List<List<Object>>> answers = new ArrayList<>();
      List<List<List<Object>>> expected = new ArrayList<>();
      for (String query : example.queries()) {
        answers.add(millrace.query(query));
      }
      for (String query : example.referenceQueries()) {
        expected.add(duckDb.query(query));
      }
      assertThat(answers).as(example.name()).isEqualTo(expected);
    }
  }

  /** Gives the rows that a source has made up to the reference database. */
  private static void copyRows(String source, Database millrace, Database duckDb)
      throws SQLException {
    millrace.execute(
        List.of(
            "CREATE MATERIALIZED VIEW IF NOT EXISTS all_of_"
                + source
                + " AS SELECT * FROM "
                + source));
    try (var statement = millrace.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM all_of_" + source)) {
      ResultSetMetaData columns = rows.getMetaData();
      StringJoiner definitions = new StringJoiner(", ", "CREATE TABLE " + source + " (", ")");
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        definitions.add(columns.getColumnLabel(column) + " " + columns.getColumnTypeName(column));
      }
      duckDb.execute(List.of(definitions.toString()));
      try (DuckDBAppender appender =
          ((DuckDBConnection) duckDb.connection()).createAppender("main", source)) {
        while (rows.next()) {
          appender.beginRow();
          for (int column = 1; column <= columns.getColumnCount(); column++) {
            append(appender, rows.getObject(column));
          }
          appender.endRow();
        }
      }
    }
  }

  private static void append(DuckDBAppender appender, Object value) throws SQLException {
    if (value instanceof Long number) {
      appender.append(number);
    } else if (value instanceof Integer number) {
      appender.append(number);
    } else if (value instanceof Timestamp timestamp) {
      appender.append(timestamp.toLocalDateTime());
    } else if (value instanceof String text) {
      appender.append(text);
    } else {
      throw new IllegalArgumentException("Not among the types of the examples: " + value);
    }
  }
}
