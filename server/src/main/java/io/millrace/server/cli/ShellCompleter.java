package io.millrace.server.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers the names of relations and the words that statements begin with. */
final class ShellCompleter implements Completer {
  private static final Logger LOG = LoggerFactory.getLogger(ShellCompleter.class);
  private static final List<String> WORDS =
      List.of(
          "CHECKPOINT",
          "CREATE",
          "DELETE",
          "DESCRIBE",
          "DROP",
          "EXPLAIN",
          "FROM",
          "GROUP BY",
          "INSERT INTO",
          "LIMIT",
          "MATERIALIZED VIEW",
          "ORDER BY",
          "SAVEPOINT",
          "SELECT",
          "SHOW",
          "SINK",
          "SOURCE",
          "SUBSCRIBE TO",
          "TABLE",
          "UPDATE",
          "VALUES",
          "VIEW",
          "WHERE",
          "WITH");

  private final Connection connection;

  ShellCompleter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    boolean lower = line.word().equals(line.word().toLowerCase(Locale.ROOT));
    for (String word : WORDS) {
      candidates.add(new Candidate(lower ? word.toLowerCase(Locale.ROOT) : word));
    }
    try (ResultSet tables = connection.getMetaData().getTables(null, null, null, null)) {
      while (tables.next()) {
        String schema = tables.getString("TABLE_SCHEM");
        String name = tables.getString("TABLE_NAME");
        candidates.add(new Candidate("public".equals(schema) ? name : schema + "." + name));
      }
    } catch (SQLException e) {
      // The next statement will tell the person; a half typed one is no place for it.
      LOG.debug("The names of relations could not be read", e);
    }
  }
}
