package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.ServerProcess;
import io.millrace.server.SqlError;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server as a process that is given what is wrong: the client gets a clear error, nothing is
 * lost, and the server goes on serving everybody else.
 */
final class BadInputTest {
  @TempDir Path directory;

  private Path data;
  private ServerProcess server;
  private Connection connection;
  private Statement statement;
  private long served;

  @BeforeEach
  void start() throws IOException, SQLException {
    data = directory.resolve("data");
    server = ServerProcess.start(data, "--checkpoint-interval", "0s");
    connect();
    statement.execute("CREATE TABLE served (n BIGINT PRIMARY KEY)");
    statement.execute("CREATE MATERIALIZED VIEW serving AS SELECT COUNT(*) AS n FROM served");
  }

  private void connect() throws SQLException {
    connection = DriverManager.getConnection(server.url());
    statement = connection.createStatement();
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** What was acknowledged is there, and more can be written and is seen at once. */
  private void assertServes() throws SQLException {
    assertThat(rows("SELECT n FROM serving")).containsExactly(Long.toString(served));
    served++;
    statement.execute("INSERT INTO served VALUES (" + served + ")");
    assertThat(rows("SELECT n FROM serving")).containsExactly(Long.toString(served));
  }

  private List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join(" ", row));
      }
    }
    return rows;
  }

  private void assertRefused(String sql, String state, String... texts) throws SQLException {
    SqlError error = SqlError.of(() -> statement.execute(sql));
    assertThat(error.state()).as(error.message()).isEqualTo(state);
    assertThat(error.message()).contains(texts).doesNotContain("io.millrace", "org.apache");
    assertServes();
  }

  @Test
  void statements() throws SQLException {
    assertRefused("SELECT m FROM served", "42703", "line 1, column 8", "'m'");
    assertRefused("SELECT n\nFROM server", "42P01", "line 2, column 6", "'served'");
    assertRefused(
        "CREATE MATERIALIZED VIEW v AS SELECT n + TRUE AS q FROM served", "42804", "line 1");
    assertRefused("INSERT INTO served VALUES (TRUE)", "42804", "line 1");
    assertRefused(
        "CREATE MATERIALIZED VIEW v AS SELECT n, SUM(n) OVER (ORDER BY n) AS r FROM served",
        "0A000",
        "line 1");
    assertRefused("INSERT INTO served VALUES (1), (1)", "23505", "served");
    assertThat(rows("SHOW MATERIALIZED VIEWS")).singleElement().asString().startsWith("serving");
  }

  @Test
  void files() throws SQLException, IOException {
    Path none = directory.resolve("none.csv");
    assertRefused(csvSource("missing", "a INT", none, ""), "58P01", none.toString());

    Path renamed = Files.writeString(directory.resolve("renamed.csv"), "a,c\n1,2\n");
    assertRefused(
        csvSource("renamed", "a INT, b INT", renamed, ""), "42703", "renamed.csv", "\"b\"");

    Path rows = Files.writeString(directory.resolve("rows.csv"), "a,b\n1,10\ntwo,20\n3,30\n");
    statement.execute(csvSource("strict", "a INT, b INT", rows, ""));
    SqlError failed =
        SqlError.of(
            () ->
                statement.execute("CREATE MATERIALIZED VIEW v AS SELECT SUM(b) AS s FROM strict"));
    assertThat(failed.message()).contains("rows.csv", "line 3", "two");
    assertServes();

    statement.execute(csvSource("lenient", "a INT, b INT", rows, ", 'on-error' = 'skip'"));
    statement.execute("CREATE MATERIALIZED VIEW w AS SELECT SUM(b) AS s FROM lenient");
    assertThat(rows("SELECT s FROM w")).containsExactly("40");
    awaitRows("SELECT bad_records FROM millrace.pipelines WHERE name = 'lenient'", "1");
    assertServes();
  }

  private void awaitRows(String query, String... expected) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!rows(query).equals(List.of(expected))) {
      assertThat(System.nanoTime()).as(query).isLessThan(deadline);
    }
  }

  private static String csvSource(String name, String columns, Path file, String more) {
    return "CREATE SOURCE %s (%s) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv'%s)"
        .formatted(name, columns, file, more);
  }

  @Test
  void oneRowTakesNoOtherAlong() throws SQLException {
    statement.execute("CREATE TABLE parts (id INT PRIMARY KEY, whole INT, part INT)");
    statement.execute(
        "CREATE MATERIALIZED VIEW shares AS SELECT id, whole / part AS share FROM parts");
    statement.execute("INSERT INTO parts VALUES (1, 10, 5), (2, 10, 0), (3, 9, 3)");
    assertThat(rows("SELECT id, share FROM shares ORDER BY id"))
        .containsExactly("1 2", "2 null", "3 3");
    assertThat(
            rows("SELECT value_errors, last_error FROM millrace.pipelines WHERE name = 'shares'"))
        .singleElement()
        .asString()
        .startsWith("1 ")
        .containsIgnoringCase("division by zero");
    assertRefused("SELECT id, whole / part FROM parts", "22012", "zero");
    statement.execute("UPDATE parts SET part = 2 WHERE id = 2");
    assertThat(rows("SELECT share FROM shares WHERE id = 2")).containsExactly("5");
  }

  @Test
  void otherServers() throws SQLException {
    assertThatThrownBy(() -> ServerProcess.start(data))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use")
        .hasMessageNotContaining("at io.millrace");
    assertServes();
    String port = Integer.toString(URI.create(server.url().substring("jdbc:".length())).getPort());
    assertThatThrownBy(() -> ServerProcess.start(directory.resolve("other"), "--port", port))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(port)
        .hasMessageContaining("in use")
        .hasMessageNotContaining("at io.millrace");
    assertServes();
  }

  @Test
  void aDamagedCheckpoint() throws SQLException, IOException {
    assertServes();
    statement.execute("CHECKPOINT");
    assertServes();
    statement.execute("CHECKPOINT");
    assertServes();
    server.kill();
    Path newest = newestManifest();
    Files.write(newest, new byte[] {1, 2, 3}, StandardOpenOption.TRUNCATE_EXISTING);
    server = ServerProcess.start(data, "--checkpoint-interval", "0s");
    connect();
    assertThat(server.log()).contains("is damaged", newest.getFileName().toString());
    assertServes();
    assertThat(rows("SELECT COUNT(*) FROM served")).containsExactly(Long.toString(served));
  }

  private Path newestManifest() throws IOException {
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(path -> path.toString().endsWith(".manifest"))
          .max(Comparator.comparing(path -> path.getFileName().toString()))
          .orElseThrow();
    }
  }
}
