package io.millrace.server.avatica;

import java.util.regex.Pattern;
import org.apache.calcite.avatica.Meta.Pat;

/** A pattern of names as JDBC has them: % is any text, _ any character, \ makes them plain. */
final class NamePattern {
  private static final NamePattern ANY = new NamePattern(Pattern.compile(".*", Pattern.DOTALL));

  private final Pattern pattern;

  private NamePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  static NamePattern of(Pat pat) {
    return pat == null || pat.s == null ? ANY : of(pat.s);
  }

  static NamePattern of(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        if (c == '\\' && i + 1 < like.length()) {
          i++;
        }
        regex.append(Pattern.quote(String.valueOf(like.charAt(i))));
      }
    }
    return new NamePattern(Pattern.compile(regex.toString(), Pattern.DOTALL));
  }

  boolean matches(String name) {
    return pattern.matcher(name).matches();
  }
}
