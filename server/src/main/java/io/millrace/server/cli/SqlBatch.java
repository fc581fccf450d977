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
import java.util.Locale;

/**
 * Sends the statements of scripts to a database and prints the answers, until the first error. For
 * one thread, but for {@link #cancel}.
 */
final class SqlBatch {
  private static final String SUBSCRIBE = "SUBSCRIBE";

  private final Connection connection;
  private final RowWriter.Format format;
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean timed;
  private boolean answered;
  private volatile Statement running;

  SqlBatch(Connection connection, RowWriter.Format format, PrintWriter out, PrintWriter err) {
    this(connection, format, out, err, false);
  }

  private SqlBatch(
      Connection connection,
      RowWriter.Format format,
      PrintWriter out,
      PrintWriter err,
      boolean timed) {
    this.connection = connection;
    this.format = format;
    this.out = out;
    this.err = err;
    this.timed = timed;
  }

  /** The same, but it also says how many rows came and how long that took. */
  SqlBatch withTimes() {
    return new SqlBatch(connection, format, out, err, true);
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

  /** Cancels the statement that runs, if one does. For any thread. */
  void cancel() {
    Statement statement = running;
    if (statement == null) {
      return;
    }
    try {
      statement.cancel();
    } catch (SQLException e) {
      err.println("It could not be cancelled: " + e.getMessage());
    }
  }

  private void execute(ParsedStatement parsed) throws SQLException {
    String sql = parsed.text();
    long started = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      running = statement;
      if (statement.execute(sql)) {
        long rows = print(statement.getResultSet(), sql.regionMatches(true, 0, SUBSCRIBE, 0, 9));
        // A table without rows says so itself.
        if (timed && (rows > 0 || format != RowWriter.Format.TABLE)) {
          err.println("(" + rows + (rows == 1 ? " row" : " rows") + time(started) + ")");
        }
      } else {
        long rows = statement.getLargeUpdateCount();
        err.println((rows > 0 ? "done; rows: " + rows : "done") + (timed ? time(started) : ""));
      }
    } finally {
      running = null;
    }
  }

  private static String time(long started) {
    return String.format(Locale.ROOT, ", %.3f s", (System.nanoTime() - started) / 1e9);
  }

  private long print(ResultSet result, boolean asTheyCome) throws SQLException {
    if (answered && !timed && format != RowWriter.Format.JSON) {
      out.append('\n');
    }
    answered = true;
    JdbcRows rows = new JdbcRows(result);
    RowWriter writer = format.writer(rows.rowType(), out);
    long count = 0;
    while (result.next()) {
      count++;
      writer.write(List.<Object[]>of(rows.row()));
      if (asTheyCome) {
        writer.flush();
        if (out.checkError()) {
          throw new MillraceException(ErrorCode.IO_ERROR, "Nobody reads the output any more.");
        }
      }
    }
    writer.end();
    return count;
  }
}
