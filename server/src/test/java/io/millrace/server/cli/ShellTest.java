package io.millrace.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person who types into the shell sees. */
final class ShellTest {
  private static final String URL = "jdbc:millrace:memory:";

  @TempDir Path directory;

  private String session(String typed) throws IOException, SQLException {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (Connection connection = DriverManager.getConnection(URL);
        Terminal terminal =
            TerminalBuilder.builder()
                .system(false)
                .streams(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), shown)
                .dumb(true)
                .type("dumb")
                .encoding(StandardCharsets.UTF_8)
                .build()) {
      new Shell(terminal, connection, RowWriter.Format.TABLE, directory.resolve("history"))
          .run(URL);
    }
    return shown.toString(StandardCharsets.UTF_8).replace("\r", "");
  }

  @Test
  void answersStatementsAndGoesOnAfterErrors() throws Exception {
    String shown =
        session(
            """
            CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR);
            INSERT INTO t VALUES (1, 'a rather long name'), (2, NULL);
            SELECT nmae FROM t;
            SELECT *
            FROM t ORDER BY id;
            SELECT * FROM t WHERE id = 3;
            quit
            SELECT 'nev' || 'er';
            """);
    assertThat(shown)
        .contains(URL)
        .contains("done; rows: 2, ")
        .contains("Error: At line 1, column 8: ")
        .contains("[42703]")
        .contains(
            """
            id | name
            ---+-------------------
             1 | a rather long name
             2 | NULL
            (2 rows, """)
        .contains("(no rows)\n")
        .doesNotContain("never");
  }

  @Test
  void knowsTheCommandsOfOtherShells() throws Exception {
    String shown = session("CREATE TABLE t (id BIGINT PRIMARY KEY);\n\\d\n\\d t\nhelp\n\\x\n\\q\n");
    assertThat(shown)
        .contains("status")
        .contains("is_nullable")
        .contains("Statements end with a semicolon and may span lines")
        .contains("There is no command \\x; help lists them.");
  }

  @Test
  void endsWithItsInput() throws Exception {
    assertThat(session("SELECT 41 + 1 AS answer;\n")).contains("42");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1;",
        "SELECT 1; -- done",
        "SELECT 1; /* a; b */",
        "SELECT ';';",
        "SELECT 1;\nSELECT 2 ; ",
        "  ",
        "quit",
        "HELP;",
        "\\d t"
      })
  void enterEnds(String input) {
    assertThat(ShellInput.isComplete(input)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT ';'",
        "SELECT 'it''s;",
        "SELECT 1 -- ;",
        "SELECT /* ; ",
        "SELECT \"a;",
        "SELECT 1; SELECT 2",
        "SELECT 1; /* open"
      })
  void enterGoesOn(String input) {
    assertThat(ShellInput.isComplete(input)).isFalse();
  }
}
