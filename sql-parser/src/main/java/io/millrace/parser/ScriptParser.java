package io.millrace.parser;

import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.impl.StatementReader;
import io.millrace.parser.impl.StatementText;
import io.millrace.parser.impl.TreeBuilder;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The statements of a script one by one, each parsed when it is asked for: a mistake in the fifth
 * does not keep the first four from running. After a statement that fails, {@link #next} goes on
 * behind its semicolon; after characters that make no token (an unclosed quote) nothing follows.
 * For one thread.
 */
public final class ScriptParser implements Iterator<ParsedStatement> {
  private final StatementReader reader;
  private StatementText ahead;
  private MillraceException unreadable;

  /**
   * @param sql statements separated by semicolons; empty ones are passed over
   */
  public ScriptParser(String sql) {
    this.reader = new StatementReader(sql);
  }

  /** Whether there is another statement, right or wrong. Throws nothing. */
  @Override
  public boolean hasNext() {
    while (unreadable == null && (ahead == null || ahead.isEmpty()) && !reader.ended()) {
      try {
        ahead = reader.next();
      } catch (MillraceException e) {
        ahead = null;
        unreadable = e;
      }
    }
    return unreadable != null || (ahead != null && !ahead.isEmpty());
  }

  /**
   * Parses the next statement.
   *
   * @throws MillraceException if it cannot be parsed, with the place in the whole script
   */
  @Override
  public ParsedStatement next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The script has no more statements");
    }
    if (unreadable != null) {
      MillraceException e = unreadable;
      unreadable = null;
      throw e;
    }
    StatementText statement = ahead;
    ahead = null;
    return new ParsedStatement(
        TreeBuilder.statement(statement), statement.text(), statement.start());
  }

  /** Where the next statement begins, whether right or wrong; empty if it makes no tokens. */
  Optional<SourcePosition> nextStart() {
    return hasNext() && unreadable == null ? Optional.of(ahead.start()) : Optional.empty();
  }
}
