package io.millrace.parser.impl;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.MillraceException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Says in a short sentence what the parser found and what it expected. The parser knows every token
 * that could have stood there, often hundreds; they are told as what they make up: a name, an
 * expression, an operator.
 */
final class SyntaxMessages implements MillraceSqlParserImplConstants {
  private static final int MAX_EXPECTED = 8;
  private static final int MAX_QUOTED = 40;

  private static final BitSet QUERY_STARTS = kinds(SELECT, VALUES, VALUE, TABLE, WITH);

  /** Words with which no name is meant even where a name is expected. */
  private static final BitSet CLAUSES =
      kinds(
          FROM, WHERE, SELECT, VALUES, INTO, SET, WITH, ON, AND, OR, NOT, AS, HAVING, UNION, CREATE,
          DROP, INSERT, UPDATE, DELETE, WHEN, THEN, ELSE, DEFAULT_, NULL, TRUE, FALSE, INTERVAL);

  /** What is possible and helps nobody. */
  private static final BitSet UNTOLD =
      kinds(HINT_BEG, STREAM, MERGE, UPSERT, UESCAPE, LBRACE, LBRACE_D, LBRACE_T, LBRACE_TS);

  private static final BitSet STRINGS =
      kinds(
          QUOTED_STRING,
          PREFIXED_STRING_LITERAL,
          UNICODE_STRING_LITERAL,
          C_STYLE_ESCAPED_STRING_LITERAL,
          BIG_QUERY_QUOTED_STRING,
          BIG_QUERY_DOUBLE_QUOTED_STRING);

  private static final BitSet NUMBERS =
      kinds(UNSIGNED_INTEGER_LITERAL, DECIMAL_NUMERIC_LITERAL, APPROX_NUMERIC_LITERAL);

  private static final BitSet TYPES = kinds(ANY, ROW, UNSIGNED, INTERVAL);

  /** The words that people look for first, where there is no room for all. */
  private static final List<String> PROMINENT =
      List.of(
          ",", "(", ")", "=", "AS", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "JOIN",
          "UNION", "WITH", "VALUES", "SET", "TO", "THEN", "WHEN", "ELSE", "END", "BY");

  private SyntaxMessages() {}

  static MillraceException describe(ParseException e) {
    if (e.expectedTokenSequences == null) {
      return StatementReader.syntaxError(e.currentToken, e.getMessage());
    }
    // With several tokens of lookahead the mistake can be the second or third of them: it is where
    // the longest of the expected sequences stops to agree with what is there.
    Token found = e.currentToken.next;
    int agreed = 0;
    for (int[] sequence : e.expectedTokenSequences) {
      agreed = Math.max(agreed, agreement(sequence, e.currentToken.next));
    }
    BitSet expected = new BitSet();
    for (int[] sequence : e.expectedTokenSequences) {
      if (sequence.length > agreed && agreement(sequence, e.currentToken.next) == agreed) {
        expected.set(sequence[agreed]);
      }
    }
    for (int i = 0; i < agreed; i++) {
      found = found.next;
    }
    return StatementReader.syntaxError(
        found,
        sentence(found, expected) + misspelled(agreed == 0 ? e.currentToken : null, expected));
  }

  /** How many tokens of a sequence are there, the last one, which is missing, left out. */
  private static int agreement(int[] sequence, Token first) {
    int agreed = 0;
    Token token = first;
    while (agreed < sequence.length - 1 && token != null && token.kind == sequence[agreed]) {
      token = token.next;
      agreed++;
    }
    return token == null ? 0 : agreed;
  }

  private static String sentence(Token found, BitSet expected) {
    if (found.kind == EMIT && expected.get(EOF)) {
      return "EMIT ON WINDOW CLOSE belongs to CREATE MATERIALIZED VIEW and CREATE SINK: a SELECT is"
          + " answered once (as a name write \"emit\")";
    }
    if (found.kind == STREAM && expected.get(SOURCE)) {
      return "there is no STREAM: a stream that is read is a SOURCE, one that is computed a"
          + " MATERIALIZED VIEW";
    }
    if (found.image.equalsIgnoreCase("CHANGES") && expected.equals(kinds(ON))) {
      return "EMIT CHANGES is what happens without EMIT: leave it out, or write EMIT ON WINDOW CLOSE";
    }
    StringBuilder sentence = new StringBuilder();
    if (found.kind == EOF) {
      sentence.append("the statement ends too early");
    } else if (Vocabulary.isReserved(found.kind)
        && !CLAUSES.get(found.kind)
        && expected.get(IDENTIFIER)) {
      sentence
          .append(quote(found))
          .append(" is a reserved word; as a name write \"")
          .append(found.image.toLowerCase(Locale.ROOT))
          .append('"');
    } else {
      sentence.append("unexpected ").append(quote(found));
    }
    List<String> meant = words(expected);
    String guess =
        found.kind == EOF || Vocabulary.isReserved(found.kind)
            ? null
            : Suggestions.closest(found.image, meant).orElse(null);
    if (guess != null && found.image.length() > 2) {
      return sentence.append("; did you mean ").append(guess).append('?').toString();
    }
    String list = list(expected);
    return list.isEmpty()
        ? sentence.toString()
        : sentence.append("; expected ").append(list).toString();
  }

  /** A hint where a misspelt word was read as a name and the mistake shows only behind it. */
  private static String misspelled(Token before, BitSet expected) {
    if (before == null || before.kind != IDENTIFIER || before.image.length() < 4) {
      return "";
    }
    return Suggestions.closest(before.image, words(expected))
        .filter(word -> word.length() >= 4)
        .map(word -> " (is " + quote(before) + " meant to be " + word + "?)")
        .orElse("");
  }

  private static List<String> words(BitSet kinds) {
    List<String> words = new ArrayList<>();
    kinds.stream()
        .filter(Vocabulary::isReserved)
        .forEach(kind -> words.add(Vocabulary.spelling(kind)));
    kinds.stream()
        .filter(kind -> Vocabulary.isWord(kind) && !Vocabulary.isReserved(kind))
        .filter(kind -> !kinds.get(IDENTIFIER))
        .forEach(kind -> words.add(Vocabulary.spelling(kind)));
    return words;
  }

  private static String list(BitSet expected) {
    BitSet rest = (BitSet) expected.clone();
    rest.andNot(UNTOLD);
    List<String> items = groups(rest);
    boolean end = rest.get(EOF);
    rest.clear(EOF);
    if (rest.cardinality() > 1) {
      rest.clear(DOT);
    }
    items.addAll(spellings(rest));
    boolean more = items.size() > MAX_EXPECTED;
    if (more) {
      items = new ArrayList<>(items.subList(0, MAX_EXPECTED));
    }
    if (end) {
      items.add("the end of the statement");
    }
    return join(items, more);
  }

  /** Takes the tokens that make up something known out of {@code rest}, and names it. */
  private static List<String> groups(BitSet rest) {
    List<String> groups = new ArrayList<>();
    boolean expression = rest.get(CASE) && rest.get(QUOTED_STRING);
    boolean query = rest.get(SELECT) && rest.get(VALUES);
    boolean name = rest.get(IDENTIFIER);
    if (expression) {
      groups.add("an expression");
      rest.andNot(Vocabulary.EXPRESSION_STARTS);
    } else if (name && rest.get(ANY) && rest.get(ROW)) {
      groups.add("a type");
      rest.andNot(TYPES);
    } else if (name) {
      groups.add("a name");
    }
    if (name) {
      rest.andNot(Vocabulary.NAMES);
    }
    if (query) {
      groups.add("a query");
      rest.andNot(QUERY_STARTS);
    }
    if (rest.get(PLUS) && rest.get(CONCAT)) {
      groups.add("an operator");
      rest.andNot(Vocabulary.OPERATORS);
      rest.clear(LPAREN);
      rest.andNot(STRINGS);
    }
    if (rest.intersects(STRINGS)) {
      groups.add("a string");
      rest.andNot(STRINGS);
    }
    if (rest.intersects(NUMBERS)) {
      groups.add("a number");
      rest.andNot(NUMBERS);
    }
    return groups;
  }

  private static List<String> spellings(BitSet kinds) {
    List<String> all = new ArrayList<>();
    kinds.stream()
        .mapToObj(Vocabulary::spelling)
        .filter(spelling -> !spelling.startsWith("<") || spelling.length() < 3)
        .forEach(all::add);
    List<String> ordered = new ArrayList<>(PROMINENT);
    ordered.retainAll(all);
    all.removeAll(ordered);
    all.sort(String::compareTo);
    ordered.addAll(all);
    ordered.replaceAll(word -> Character.isLetter(word.charAt(0)) ? word : "'" + word + "'");
    return ordered;
  }

  private static String join(List<String> items, boolean more) {
    if (items.size() < 2 || more) {
      return String.join(", ", items) + (more ? ", …" : "");
    }
    return String.join(", ", items.subList(0, items.size() - 1))
        + " or "
        + items.get(items.size() - 1);
  }

  private static BitSet kinds(int... kinds) {
    BitSet set = new BitSet();
    for (int kind : kinds) {
      set.set(kind);
    }
    return set;
  }

  /** A token as the user wrote it, shortened, in quotes. */
  static String quote(Token token) {
    String image = token.image;
    if (image.length() > MAX_QUOTED) {
      image = image.substring(0, MAX_QUOTED) + "…";
    }
    return image.startsWith("'") ? image : "'" + image + "'";
  }
}
