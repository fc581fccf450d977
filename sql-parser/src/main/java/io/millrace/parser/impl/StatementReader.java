package io.millrace.parser.impl;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads SQL text as tokens, one statement at a time. Semicolons in strings, quoted names and
 * comments are none: the grammar's own scanner decides. For one thread.
 */
public final class StatementReader {

  private final String sql;
  private final TextPositions positions;
  private final MillraceSqlParserImplTokenManager scanner;
  private boolean ended;

  public StatementReader(String sql) {
    this.sql = sql;
    this.positions = new TextPositions(sql);
    SimpleCharStream stream =
        new SimpleCharStream(new StringReader(sql), 1, 1, Math.max(16, sql.length()));
    stream.setTabSize(1);
    this.scanner =
        new MillraceSqlParserImplTokenManager(stream, MillraceSqlParserImplConstants.DQID);
  }

  /** Whether the end of the text has been read, or a token that cannot be read. */
  public boolean ended() {
    return ended;
  }

  /**
   * Reads up to the next semicolon or the end.
   *
   * @return the statement, empty between two semicolons
   * @throws MillraceException at characters that make no token; nothing follows then
   */
  public StatementText next() {
    List<Token> tokens = new ArrayList<>();
    try {
      Token token = scanner.getNextToken();
      while (token.kind != MillraceSqlParserImplConstants.EOF
          && token.kind != MillraceSqlParserImplConstants.SEMICOLON) {
        checkComplete(token);
        tokens.add(token);
        token = scanner.getNextToken();
      }
      ended = token.kind == MillraceSqlParserImplConstants.EOF;
      tokens.add(end(token));
    } catch (TokenMgrError e) {
      ended = true;
      throw unreadable(e);
    } catch (MillraceException e) {
      ended = true;
      throw e;
    }
    return new StatementText(sql, positions, tokens);
  }

  /** The token that ends a statement, at the place of its semicolon or after its last character. */
  private Token end(Token last) {
    Token end = Token.newToken(MillraceSqlParserImplConstants.EOF);
    end.kind = MillraceSqlParserImplConstants.EOF;
    end.image = "";
    if (last.kind == MillraceSqlParserImplConstants.SEMICOLON) {
      end.beginLine = last.beginLine;
      end.beginColumn = last.beginColumn;
    } else {
      SourcePosition position = positions.at(sql.stripTrailing().length());
      end.beginLine = position.line();
      end.beginColumn = position.column();
    }
    end.endLine = end.beginLine;
    end.endColumn = end.beginColumn;
    return end;
  }

  private static void checkComplete(Token token) {
    if (token.kind == MillraceSqlParserImplConstants.QUOTE) {
      throw syntaxError(token, "this string has no closing quote (')");
    }
    if (token.kind == MillraceSqlParserImplConstants.DOUBLE_QUOTE) {
      throw syntaxError(
          token, "this quoted name is empty or has no closing quote (\") on the same line");
    }
  }

  private MillraceException unreadable(TokenMgrError e) {
    SimpleCharStream stream = scanner.input_stream;
    int offset = positions.offset(stream.getBeginLine(), stream.getBeginColumn());
    SourcePosition position = positions.at(offset);
    String message;
    if (sql.startsWith("/*", offset)) {
      message = "this comment has no end (*/)";
    } else if (sql.startsWith("`", offset)) {
      message = "names are quoted with double quotes (\"), not with backticks";
    } else if (offset < sql.length()) {
      message =
          "the character '" + Character.toString(sql.codePointAt(offset)) + "' has no meaning here";
    } else {
      message = "the statement ends in the middle of a token";
    }
    return new MillraceException(ErrorCode.SYNTAX_ERROR, position, message, e);
  }

  static MillraceException syntaxError(Token token, String message) {
    return new MillraceException(
        ErrorCode.SYNTAX_ERROR,
        new SourcePosition(token.beginLine, token.beginColumn),
        message,
        null);
  }
}
