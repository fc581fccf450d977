package io.millrace.parser.impl;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * What kinds of tokens there are: which may be names, begin an expression or continue one. Asked of
 * the generated parser itself, so that it is never out of step with the grammar.
 */
final class Vocabulary {

  /** Tokens that can be a name: identifiers, and all words that are not reserved. */
  static final BitSet NAMES = expected(MillraceSqlParserImpl::SimpleIdentifier);

  /** Tokens that can begin an expression. */
  static final BitSet EXPRESSION_STARTS = expected(MillraceSqlParserImpl::parseSqlExpressionEof);

  /** Tokens that can continue an expression: operators between and behind operands. */
  static final BitSet OPERATORS = operators();

  private static final BitSet WORDS = words();

  private Vocabulary() {}

  @FunctionalInterface
  private interface Production {
    Object parse(MillraceSqlParserImpl parser) throws Exception;
  }

  /** What a production says it expected instead of the end that comes after some tokens. */
  private static BitSet expected(Production production, Token... before) {
    Token end = Token.newToken(MillraceSqlParserImplConstants.EOF);
    end.image = "";
    List<Token> tokens = new ArrayList<>(List.of(before));
    tokens.add(end);
    BitSet kinds = new BitSet();
    try {
      production.parse(new MillraceSqlParserImpl(new ReplayTokenManager(tokens)));
    } catch (ParseException e) {
      for (int[] sequence : e.expectedTokenSequences) {
        if (sequence.length == 1) {
          kinds.set(sequence[0]);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("The grammar refuses a probe in an unforeseen way", e);
    }
    return kinds;
  }

  private static BitSet operators() {
    BitSet kinds =
        expected(
            MillraceSqlParserImpl::parseSqlExpressionEof,
            token(MillraceSqlParserImplConstants.UNSIGNED_INTEGER_LITERAL, "1"),
            token(MillraceSqlParserImplConstants.UNSIGNED_INTEGER_LITERAL, "1"));
    kinds.clear(MillraceSqlParserImplConstants.EOF);
    return kinds;
  }

  private static Token token(int kind, String image) {
    Token token = Token.newToken(kind);
    token.kind = kind;
    token.image = image;
    return token;
  }

  private static BitSet words() {
    BitSet kinds = new BitSet();
    String[] images = MillraceSqlParserImplConstants.tokenImage;
    for (int kind = 0; kind < images.length; kind++) {
      String image = images[kind];
      if (image.length() > 2 && image.charAt(0) == '"' && Character.isLetter(image.charAt(1))) {
        kinds.set(kind);
      }
    }
    return kinds;
  }

  /** Whether the kind is a word of the language, reserved or not. */
  static boolean isWord(int kind) {
    return WORDS.get(kind);
  }

  /** Whether the kind is a word that cannot be a name without quotes. */
  static boolean isReserved(int kind) {
    return WORDS.get(kind) && !NAMES.get(kind);
  }

  /** The word or sign of a kind as it is written, words in upper case. */
  static String spelling(int kind) {
    String image = MillraceSqlParserImplConstants.tokenImage[kind];
    return image.startsWith("\"")
        ? image.substring(1, image.length() - 1).toUpperCase(Locale.ROOT)
        : image;
  }
}
