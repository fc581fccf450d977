package io.millrace.core.function;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Regular expressions, as {@link Pattern} has them, searched for in VARCHAR values. Thread-safe.
 */
public final class SqlPatterns {
  /** A pattern may come from a column, and so be another one in each row. */
  private static final int KEPT = 256;

  private static final String META = "\\[](){}.*+?^$|";

  private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

  private SqlPatterns() {}

  /**
   * What the expression, or one of its groups, found first.
   *
   * @param group 0 for the whole expression, 1 for its first group, …
   * @return null if the expression is found nowhere, or the group has no part in what was found
   * @throws java.util.regex.PatternSyntaxException if the expression is none
   * @throws IllegalArgumentException if it has no such group
   */
  public static String extract(String text, String expression, int group) {
    Matcher matcher = pattern(expression).matcher(text);
    if (group < 0 || group > matcher.groupCount()) {
      throw new IllegalArgumentException(
          "'" + expression + "' has " + matcher.groupCount() + " groups, none numbered " + group);
    }
    return matcher.find() ? matcher.group(group) : null;
  }

  /**
   * How many times the expression is found, one after the other.
   *
   * @throws java.util.regex.PatternSyntaxException if the expression is none
   */
  public static int count(String text, String expression) {
    return isLiteral(expression)
        ? countLiteral(text, expression)
        : (int) pattern(expression).matcher(text).results().count();
  }

  private static boolean isLiteral(String expression) {
    for (int i = 0; i < expression.length(); i++) {
      if (META.indexOf(expression.charAt(i)) >= 0) {
        return false;
      }
    }
    return !expression.isEmpty();
  }

  private static int countLiteral(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  private static Pattern pattern(String expression) {
    Pattern known = COMPILED.get(expression);
    if (known != null) {
      return known;
    }
    if (COMPILED.size() >= KEPT) {
      COMPILED.clear();
    }
    Pattern compiled = Pattern.compile(expression);
    COMPILED.put(expression, compiled);
    return compiled;
  }
}
