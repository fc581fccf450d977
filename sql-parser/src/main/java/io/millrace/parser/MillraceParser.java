package io.millrace.parser;

import com.google.common.collect.ImmutableList;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.dialect.MillraceDialect;
import io.millrace.parser.impl.StatementReader;
import io.millrace.parser.impl.StatementText;
import io.millrace.parser.impl.TreeBuilder;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * SQL text to trees and back.
 *
 * <p>Names without quotes are folded to lower case, names in double quotes stay as they are; both
 * are compared by case and at most 128 characters long. All errors are {@link MillraceException}s
 * with a place and what was expected there. Stateless: any thread may call it.
 */
public final class MillraceParser {

  private MillraceParser() {}

  /** Parses one statement; a semicolon may follow. */
  public static SqlNode parseStatement(String sql) {
    ScriptParser script = new ScriptParser(sql);
    if (!script.hasNext()) {
      throw error(new SourcePosition(1, 1), "a statement is expected, and there is none");
    }
    SqlNode node = script.next().node();
    if (script.hasNext()) {
      SourcePosition second = script.nextStart().orElseGet(() -> script.next().start());
      throw error(second, "one statement is expected, and here begins a second one");
    }
    return node;
  }

  /**
   * Parses statements separated by semicolons, all of them before it returns. To run statements
   * before a mistake in a later one, use {@link ScriptParser}.
   */
  public static List<ParsedStatement> parseScript(String sql) {
    return ImmutableList.copyOf(new ScriptParser(sql));
  }

  /** Parses a scalar expression, such as stands in a select list. */
  public static SqlNode parseExpression(String sql) {
    StatementReader reader = new StatementReader(sql);
    StatementText text = reader.next();
    if (!reader.ended()) {
      throw error(text.end(), "an expression is expected, and a semicolon does not belong to it");
    }
    return TreeBuilder.expression(text);
  }

  /** Prints a tree as SQL that parses to an equal tree. */
  public static String toSql(SqlNode node) {
    return node.toSqlString(
            config ->
                config
                    .withDialect(MillraceDialect.INSTANCE)
                    .withQuoteAllIdentifiers(true)
                    .withAlwaysUseParentheses(false)
                    .withSelectListItemsOnSeparateLines(false)
                    .withUpdateSetListNewline(false)
                    .withIndentation(2))
        .getSql();
  }

  private static MillraceException error(SourcePosition position, String message) {
    return new MillraceException(ErrorCode.SYNTAX_ERROR, position, message, null);
  }
}
