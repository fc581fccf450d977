package io.millrace.parser.impl;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Looks at the first word of a statement, to refuse what is no statement in plain words. */
final class StatementStart implements MillraceSqlParserImplConstants {

  private static final List<String> STATEMENTS =
      List.of(
          "CREATE",
          "DROP",
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "VALUES",
          "WITH",
          "TABLE",
          "SHOW",
          "DESCRIBE",
          "DESC",
          "EXPLAIN",
          "SUBSCRIBE",
          "SET",
          "RESET",
          "CHECKPOINT",
          "SAVEPOINT",
          "ALTER");

  private static final String NO_TRANSACTIONS =
      "transactions are not supported: every statement commits by itself";

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("BEGIN", NO_TRANSACTIONS),
          Map.entry("START", NO_TRANSACTIONS),
          Map.entry("COMMIT", NO_TRANSACTIONS),
          Map.entry("ROLLBACK", NO_TRANSACTIONS),
          Map.entry("MERGE", "MERGE is not supported: use INSERT, UPDATE and DELETE"),
          Map.entry("UPSERT", "UPSERT is not supported: use INSERT or UPDATE"),
          Map.entry("TRUNCATE", "TRUNCATE is not supported: use DELETE FROM"),
          Map.entry("CALL", "CALL is not supported: there are no procedures"),
          Map.entry("GRANT", "GRANT is not supported: there are no privileges"),
          Map.entry("REVOKE", "REVOKE is not supported: there are no privileges"));

  private StatementStart() {}

  /** Null for ALTER SYSTEM. */
  private static String alterRefusal(List<Token> tokens) {
    boolean system = tokens.size() > 1 && tokens.get(1).image.equalsIgnoreCase("SYSTEM");
    return system ? null : "ALTER is not supported: DROP the object and CREATE it anew";
  }

  /**
   * Checks a statement that is not empty.
   *
   * @throws MillraceException if no statement begins like this
   */
  static void check(List<Token> tokens) {
    Token first = tokens.get(0);
    String word = Vocabulary.isWord(first.kind) ? Vocabulary.spelling(first.kind) : "";
    String given = first.image.toUpperCase(Locale.ROOT);
    String refusal =
        word.equals("ALTER") ? alterRefusal(tokens) : REFUSED.get(word.isEmpty() ? given : word);
    if (refusal != null) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          new SourcePosition(first.beginLine, first.beginColumn),
          refusal,
          null);
    }
    if (first.kind != LPAREN && !STATEMENTS.contains(word)) {
      throw StatementReader.syntaxError(
          first,
          "a statement cannot begin with "
              + SyntaxMessages.quote(first)
              + Suggestions.closest(given, STATEMENTS)
                  .map(statement -> "; did you mean " + statement + "?")
                  .orElse("; it begins with CREATE, SELECT, INSERT, DROP, SHOW or the like"));
    }
  }
}
