package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.core.type.DataType;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ScriptParser;
import io.millrace.server.database.Database;
import io.millrace.server.result.RowCursor;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.session.Session;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the statements of a script one after the other, until the first that fails. */
final class ScriptRun {
  private static final int ROWS_AT_ONCE = 1_000;
  private static final Duration SUBSCRIPTION_WAIT = Duration.ofMillis(200);

  private final Database database;
  private final String scriptName;
  private final RowWriter.Format format;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean answered;

  /**
   * @param scriptName by which errors name the script
   * @param out for results
   * @param err for what was done otherwise
   */
  ScriptRun(
      Database database,
      String scriptName,
      RowWriter.Format format,
      PrintWriter out,
      PrintWriter err) {
    this.database = database;
    this.scriptName = scriptName;
    this.format = format;
    this.out = out;
    this.err = err;
  }

  /**
   * @throws MillraceException at the first error, with the script's name, line and column
   */
  void run(String script) {
    try (Session session = database.newSession("millrace")) {
      ScriptParser statements = new ScriptParser(script);
      while (statements.hasNext()) {
        SourcePosition start = null;
        try {
          ParsedStatement statement = statements.next();
          start = statement.start();
          execute(session.prepare(statement));
        } catch (MillraceException e) {
          throw located(e, start);
        }
      }
    } finally {
      out.flush();
    }
  }

  private MillraceException located(MillraceException e, SourcePosition start) {
    SourcePosition place = e.position().orElse(start);
    String where = place == null ? "" : ":" + place.line() + ":" + place.column();
    return new MillraceException(e.code(), scriptName + where + ": " + e.detail(), e);
  }

  private void execute(PreparedStatement statement) {
    List<DataType> parameters = statement.parameters();
    if (!parameters.isEmpty()) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT, "A script has no values for parameters (?).");
    }
    if (statement.kind() == PreparedStatement.Kind.QUERY) {
      database.awaitBoundedSources();
    }
    StatementResult result = statement.execute(List.of(), new AtomicBoolean());
    if (result instanceof StatementResult.Rows rows) {
      try (RowCursor cursor = rows.cursor()) {
        print(cursor, statement.kind() == PreparedStatement.Kind.SUBSCRIPTION);
      }
    } else if (result instanceof StatementResult.Updated updated) {
      err.println(updated.tag() + " " + updated.rows());
    } else if (result instanceof StatementResult.Done done) {
      err.println(done.tag());
    }
  }

  private void print(RowCursor cursor, boolean asTheyCome) {
    if (answered && format != RowWriter.Format.JSON) {
      out.append('\n');
    }
    answered = true;
    RowWriter writer = format.writer(cursor.rowType(), out);
    // Nobody may read any more, as in: … | head
    while (!cursor.ended() && !out.checkError()) {
      List<Object[]> rows = cursor.next(ROWS_AT_ONCE, SUBSCRIPTION_WAIT);
      writer.write(rows);
      if (asTheyCome && !rows.isEmpty()) {
        writer.flush();
      }
    }
    writer.end();
  }
}
