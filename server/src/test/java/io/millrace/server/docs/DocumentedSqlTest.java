package io.millrace.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.core.error.MillraceException;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ScriptParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of SQL in the documentation runs; those of one page one after the other. */
final class DocumentedSqlTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern RELATIVE_PATH = Pattern.compile("(path' *= *')([^/'][^']*)'");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#\\s]+)");

  @TempDir Path workingDirectory;

  static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(top, docs)
          .filter(path -> path.toString().endsWith(".md"))
          .map(ROOT::relativize)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyBlockRuns(Path page) throws Exception {
    List<SqlBlock> blocks = SqlBlock.of(ROOT.resolve(page));
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:memory:")) {
      for (SqlBlock block : blocks) {
        run(connection, page, block);
      }
    }
  }

  private void run(Connection connection, Path page, SqlBlock block) {
    ScriptParser statements = new ScriptParser(block.sql());
    String sql = "";
    try {
      while (statements.hasNext()) {
        ParsedStatement statement = statements.next();
        sql = statement.text();
        execute(connection, sql);
      }
    } catch (SQLException | MillraceException e) {
      fail(page + ", line " + block.line() + ": " + e.getMessage() + "\n" + sql, e);
    }
  }

  private void execute(Connection connection, String sql) throws SQLException {
    boolean endless = sql.startsWith("SUBSCRIBE");
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(located(sql))) {
        ResultSet rows = statement.getResultSet();
        // What never ends is read until something comes.
        while (rows.next() && !endless) {
          rows.getObject(1);
        }
      }
    }
  }

  /** Relative paths start at the repository, and files are written elsewhere. */
  private String located(String sql) {
    return RELATIVE_PATH
        .matcher(sql)
        .replaceAll(
            match -> {
              Path base = match.group(2).startsWith("sql-examples") ? ROOT : workingDirectory;
              return Matcher.quoteReplacement(
                  match.group(1) + base.resolve(match.group(2)).toString() + "'");
            });
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFiles(Path page) throws IOException {
    Path file = ROOT.resolve(page);
    assertThat(LINK.matcher(Files.readString(file)).results().map(match -> match.group(1)))
        .as("links of %s", page)
        .allSatisfy(link -> assertThat(file.resolveSibling(link)).exists());
  }

  @Test
  void blocksAreFound() throws IOException {
    assertThat(SqlBlock.of(ROOT.resolve("README.md"))).isNotEmpty();
    assertThat(SqlBlock.of(ROOT.resolve("docs").resolve("sql-reference.md"))).isNotEmpty();
  }
}
