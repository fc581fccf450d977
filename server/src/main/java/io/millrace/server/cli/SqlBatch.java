package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ScriptParser;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Sends the statements of scripts to a database and prints the answers, until the first error. */
final class SqlBatch {
  private static final String SUBSCRIBE = "SUBSCRIBE";

  private final Connection connection;
  private final RowWriter.Format format;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean answered;

  SqlBatch(Connection connection, RowWriter.Format format, PrintWriter out, PrintWriter err) {
    this.connection = connection;
    this.format = format;
    this.out = out;
    this.err = err;
  }

  /**
   * @throws MillraceException if a statement cannot be parsed
   * @throws SQLException if a statement fails
   */
  void run(String script) throws SQLException {
    ScriptParser statements = new ScriptParser(script);
    try {
      while (statements.hasNext()) {
        execute(statements.next());
      }
    } finally {
      out.flush();
    }
  }

  private void execute(ParsedStatement parsed) throws SQLException {
    String sql = parsed.text();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        print(statement.getResultSet(), sql.regionMatches(true, 0, SUBSCRIBE, 0, 9));
      } else {
        long rows = statement.getLargeUpdateCount();
        err.println(rows > 0 ? "done; rows: " + rows : "done");
      }
    }
  }

  private void print(ResultSet result, boolean asTheyCome) throws SQLException {
    if (answered && format != RowWriter.Format.JSON) {
      out.append('\n');
    }
    answered = true;
    JdbcRows rows = new JdbcRows(result);
    RowWriter writer = format.writer(rows.rowType(), out);
    while (result.next()) {
      writer.write(List.<Object[]>of(rows.row()));
      if (asTheyCome) {
        writer.flush();
        if (out.checkError()) {
          throw new MillraceException(ErrorCode.IO_ERROR, "Nobody reads the output any more.");
        }
      }
    }
    writer.end();
  }
}
