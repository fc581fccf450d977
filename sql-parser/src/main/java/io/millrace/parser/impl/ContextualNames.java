package io.millrace.parser.impl;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Lets reserved words be names where nothing else can stand: after a dot, after AS, and, for words
 * that people use as columns ({@code offset}, {@code partition}, {@code row}, {@code values}),
 * wherever the words around leave no other reading. It looks at one token before and one behind;
 * what it takes for a name becomes an identifier before the grammar sees it.
 */
final class ContextualNames implements MillraceSqlParserImplConstants {

  /** Reserved words that are everyday names. */
  private static final BitSet EVERYDAY =
      kinds(
          ANY,
          ARRAY,
          BOTH,
          CALL,
          COLLATE,
          CROSS,
          CUBE,
          CURRENT,
          CURSOR,
          DEFINE,
          ESCAPE,
          EXTEND,
          FULL,
          GRANT,
          GROUPING,
          INNER,
          INTERVAL,
          LATERAL,
          LEADING,
          LEFT,
          LIMIT,
          MEASURE,
          MULTISET,
          NATURAL,
          NEW,
          NEXT,
          OFFSET,
          ORDINAL,
          OUTER,
          PARTITION,
          PATTERN,
          PERMUTE,
          RANGE,
          RECURSIVE,
          RESET,
          RIGHT,
          ROLLUP,
          ROW,
          ROWS,
          SKIP_,
          SOME,
          SPECIFIC,
          STREAM,
          SYMMETRIC,
          TABLE,
          TABLESAMPLE,
          TRAILING,
          UESCAPE,
          UNIQUE,
          UNSIGNED,
          UPSERT,
          VALUES,
          WINDOW,
          WITHIN);

  /** Words that mean themselves before a sign: {@code VALUES -1}. */
  private static final BitSet BEFORE_SIGN = kinds(INTERVAL, VALUES);

  /** Words that stand where an operand is expected only as names, unless a bracket follows. */
  private static final BitSet NEVER_OPERANDS =
      kinds(ROW, OFFSET, LIMIT, PARTITION, LEFT, RIGHT, FULL, INNER, OUTER, CROSS, SKIP_);

  /** What can stand before an operand. */
  private static final BitSet PRECEDES_OPERAND =
      kinds(
          SELECT,
          DISTINCT,
          COMMA,
          LPAREN,
          BY,
          WHERE,
          ON,
          HAVING,
          QUALIFY,
          AND,
          OR,
          NOT,
          WHEN,
          THEN,
          ELSE,
          CASE,
          SET,
          EQ,
          NE,
          NE2,
          LT,
          GT,
          LE,
          GE,
          PLUS,
          MINUS,
          STAR,
          SLASH,
          PERCENT_REMAINDER,
          CONCAT);

  /** What can stand behind an operand, and behind none of the words above as a keyword. */
  private static final BitSet FOLLOWS_OPERAND =
      kinds(
          COMMA,
          RPAREN,
          RBRACKET,
          EOF,
          FROM,
          AS,
          EQ,
          NE,
          NE2,
          LT,
          GT,
          LE,
          GE,
          SLASH,
          PERCENT_REMAINDER,
          CONCAT,
          DOT,
          INFIX_CAST,
          IS,
          IN,
          LIKE,
          ILIKE,
          AND,
          OR,
          ASC,
          DESC,
          WHERE,
          GROUP,
          HAVING,
          ORDER,
          THEN,
          ELSE,
          WHEN,
          UNION,
          INTERSECT,
          EXCEPT);

  private static final BitSet SIGNS = kinds(PLUS, MINUS, STAR);

  /** What ends a select item or table and therefore stands behind an alias. */
  private static final BitSet FOLLOWS_ALIAS =
      kinds(
          COMMA, RPAREN, EOF, FROM, WHERE, GROUP, HAVING, ORDER, UNION, INTERSECT, EXCEPT, ON,
          JOIN);

  /** What can stand behind AS as itself and alone: a query, a type, a value. */
  private static final BitSet NO_ALIAS =
      kinds(
          SELECT,
          WITH,
          ANY,
          NULL,
          TRUE,
          FALSE,
          CURRENT_DATE,
          CURRENT_TIME,
          CURRENT_TIMESTAMP,
          LOCALTIME,
          LOCALTIMESTAMP);

  private final List<Token> tokens;

  private ContextualNames(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Turns reserved words of a statement into identifiers where they can be nothing else. */
  static void resolve(List<Token> tokens) {
    new ContextualNames(tokens).resolve();
  }

  private void resolve() {
    boolean declaresColumns =
        tokens.size() > 2
            && tokens.get(0).kind == CREATE
            && (tokens.get(1).kind == SOURCE || tokens.get(1).kind == TABLE);
    int depth = 0;
    for (int i = 1; i < tokens.size() - 1; i++) {
      Token token = tokens.get(i);
      if (token.kind == LPAREN) {
        depth++;
      } else if (token.kind == RPAREN) {
        depth--;
      } else if (token.kind == USER && tokens.get(i + 1).kind != LPAREN) {
        // Quoted, or the validator would take the column for the function CURRENT_USER.
        token.kind = QUOTED_IDENTIFIER;
        token.image = '"' + token.image.toLowerCase(Locale.ROOT) + '"';
      } else if (Vocabulary.isWord(token.kind)
          && isName(token.kind, i, declaresColumns && depth == 1)) {
        token.kind = IDENTIFIER;
      }
    }
  }

  private boolean isName(int kind, int i, boolean amongColumns) {
    int before = tokens.get(i - 1).kind;
    int after = tokens.get(i + 1).kind;
    if (kind == VALUE) {
      return PRECEDES_OPERAND.get(before) && after != LPAREN;
    }
    if (kind == PERIOD) {
      return after != LPAREN;
    }
    if (!Vocabulary.isReserved(kind)) {
      return false;
    }
    if (before == DOT) {
      return true;
    }
    if (before == AS) {
      return FOLLOWS_ALIAS.get(after) && !NO_ALIAS.get(kind);
    }
    if (!EVERYDAY.get(kind)) {
      return false;
    }
    if (amongColumns && (before == LPAREN || before == COMMA)) {
      return after != LPAREN;
    }
    if (!PRECEDES_OPERAND.get(before)) {
      return false;
    }
    if (NEVER_OPERANDS.get(kind) && after != LPAREN && after != BY) {
      return true;
    }
    return (FOLLOWS_OPERAND.get(after) || (SIGNS.get(after) && !BEFORE_SIGN.get(kind)));
  }

  private static BitSet kinds(int... kinds) {
    BitSet set = new BitSet();
    for (int kind : kinds) {
      set.set(kind);
    }
    return set;
  }
}
