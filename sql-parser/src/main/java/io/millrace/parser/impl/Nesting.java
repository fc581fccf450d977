package io.millrace.parser.impl;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.List;

/**
 * Refuses statements that the parser could not read in bounded stack and time: it recurses into
 * brackets, and puts a chain of operators together in time that grows with its square.
 */
final class Nesting implements MillraceSqlParserImplConstants {

  /** Brackets within brackets; people write ten, generators a hundred. */
  private static final int MAX_DEPTH = 500;

  /** Operators of one expression without a comma or bracket between them. */
  private static final int MAX_OPERATORS = 5_000;

  private int depth;
  private final int[] operators = new int[MAX_DEPTH + 1];

  private Nesting() {}

  /**
   * Counts open brackets and the operators of each expression.
   *
   * @throws MillraceException at the first bracket that is too deep or operator too many
   */
  static void check(List<Token> tokens) {
    Nesting nesting = new Nesting();
    for (Token token : tokens) {
      nesting.count(token);
    }
  }

  private void count(Token token) {
    switch (token.kind) {
      case LPAREN, LBRACKET -> {
        depth++;
        if (depth > MAX_DEPTH) {
          throw limit(
              token,
              "the statement is nested too deeply: more than "
                  + MAX_DEPTH
                  + " brackets are open here");
        }
        operators[depth] = 0;
      }
      case RPAREN, RBRACKET -> depth = Math.max(0, depth - 1);
      case COMMA, SELECT -> operators[depth] = 0;
      default -> {
        if (Vocabulary.OPERATORS.get(token.kind) || token.kind == NOT) {
          operators[depth]++;
          if (operators[depth] > MAX_OPERATORS) {
            throw limit(
                token,
                "this expression is too long: more than "
                    + MAX_OPERATORS
                    + " operators in a row; for a list of values write IN (...) or join a table");
          }
        }
      }
    }
  }

  private static MillraceException limit(Token token, String message) {
    return new MillraceException(
        ErrorCode.LIMIT_EXCEEDED,
        new SourcePosition(token.beginLine, token.beginColumn),
        message,
        null);
  }

  /** What is said when the stack did run out: not every depth shows in brackets. */
  static MillraceException outOfStack(SourcePosition start, StackOverflowError cause) {
    return new MillraceException(
        ErrorCode.LIMIT_EXCEEDED, start, "the statement is nested too deeply", cause);
  }
}
