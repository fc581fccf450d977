package io.millrace.parser.impl;

import io.millrace.core.error.SourcePosition;
import java.util.List;

/** The tokens of one statement and the text that they come from. */
public final class StatementText {
  private final String script;
  private final TextPositions positions;
  private final List<Token> tokens;

  StatementText(String script, TextPositions positions, List<Token> tokens) {
    this.script = script;
    this.positions = positions;
    this.tokens = tokens;
  }

  /** Whether there is nothing but space and comments. */
  public boolean isEmpty() {
    return tokens.size() == 1;
  }

  /** From the first to the last token, without the semicolon. */
  public String text() {
    if (isEmpty()) {
      return "";
    }
    Token first = tokens.get(0);
    Token last = tokens.get(tokens.size() - 2);
    return script.substring(
        positions.offset(first.beginLine, first.beginColumn),
        positions.offset(last.endLine, last.endColumn) + 1);
  }

  /** Where the first token begins, in the whole text. */
  public SourcePosition start() {
    return new SourcePosition(tokens.get(0).beginLine, tokens.get(0).beginColumn);
  }

  /** Where the semicolon stands, or the end of the text. */
  public SourcePosition end() {
    Token end = tokens.get(tokens.size() - 1);
    return new SourcePosition(end.beginLine, end.beginColumn);
  }

  /** The tokens, closed by one of kind EOF. */
  List<Token> tokens() {
    return tokens;
  }
}
