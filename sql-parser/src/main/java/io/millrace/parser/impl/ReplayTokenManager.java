package io.millrace.parser.impl;

import java.util.List;

/** Gives the parser tokens that were read before, and the last of them, an end, for ever. */
final class ReplayTokenManager extends MillraceSqlParserImplTokenManager {
  private final List<Token> tokens;
  private int next;

  /**
   * @param tokens not empty, closed by a token of kind EOF
   */
  ReplayTokenManager(List<Token> tokens) {
    super(null);
    this.tokens = tokens;
  }

  @Override
  public Token getNextToken() {
    Token token = tokens.get(next);
    if (next < tokens.size() - 1) {
      next++;
    }
    return token;
  }
}
