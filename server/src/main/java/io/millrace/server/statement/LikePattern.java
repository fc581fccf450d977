package io.millrace.server.statement;

import java.util.regex.Pattern;

/** The patterns of LIKE: {@code %} is any text, {@code _} any one character. */
final class LikePattern {
  private final Pattern pattern;

  /**
   * @param text the pattern, or null for one that everything matches
   */
  LikePattern(String text) {
    this.pattern = text == null ? null : Pattern.compile(regex(text), Pattern.DOTALL);
  }

  private static String regex(String text) {
    StringBuilder regex = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == '%') {
                regex.append(".*");
              } else if (c == '_') {
                regex.append('.');
              } else {
                regex.append(Pattern.quote(Character.toString(c)));
              }
            });
    return regex.toString();
  }

  boolean matches(String text) {
    return pattern == null || pattern.matcher(text).matches();
  }
}
