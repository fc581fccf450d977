package io.millrace.server.session;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ScriptParser;
import io.millrace.server.result.StatementResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One client's conversation with a database. Sessions share nothing but the database; the
 * statements of one session may run in several threads.
 */
public final class Session implements AutoCloseable {
  private final String user;
  private final StatementPreparer preparer;
  private final SessionSettings settings = new SessionSettings();
  private final AtomicBoolean closed = new AtomicBoolean();

  public Session(String user, StatementPreparer preparer) {
    this.user = user;
    this.preparer = preparer;
  }

  public String user() {
    return user;
  }

  public SessionSettings settings() {
    return settings;
  }

  /**
   * Parses and checks one statement; a semicolon may follow.
   *
   * @throws MillraceException if it is wrong, with the place
   */
  public PreparedStatement prepare(String sql) {
    ScriptParser script = new ScriptParser(sql);
    if (!script.hasNext()) {
      throw new MillraceException(
          ErrorCode.SYNTAX_ERROR,
          new SourcePosition(1, 1),
          "a statement is expected, and there is none",
          null);
    }
    ParsedStatement first = script.next();
    if (script.hasNext()) {
      // Says where the second one begins.
      MillraceParser.parseStatement(sql);
    }
    return prepare(first);
  }

  /**
   * Checks a statement of a script. Errors have places in the whole script.
   *
   * @param statement its tree may be changed
   */
  public PreparedStatement prepare(ParsedStatement statement) {
    if (closed.get()) {
      throw new MillraceException(ErrorCode.INVALID_STATEMENT, "The session has been closed.");
    }
    return preparer.prepare(statement, this);
  }

  /** Prepares a statement without parameters and executes it at once. */
  public StatementResult execute(String sql) {
    return prepare(sql).execute(List.of(), new AtomicBoolean());
  }

  /** Nothing can be prepared any more; cursors stay open until they are closed. */
  @Override
  public void close() {
    closed.set(true);
  }
}
