package io.millrace.core.function;

/** Order, case, parts, likeness and truth of VARCHAR values. */
public final class SqlText {
  private SqlText() {}

  /**
   * Compares by code points, which is the order of the UTF-8 bytes, and not that of UTF-16 units:
   * those sort characters beyond the basic plane before some that are in it.
   */
  public static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
        return surrogates ? (Character.isSurrogate(x) ? 1 : -1) : x - y;
      }
    }
    return a.length() - b.length();
  }

  /** The first character of each word in upper case and the others in lower case. */
  public static String initcap(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean inWord = false;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      result.appendCodePoint(
          inWord ? Character.toLowerCase(character) : Character.toUpperCase(character));
      inWord = Character.isLetterOrDigit(character);
      i += Character.charCount(character);
    }
    return result.toString();
  }

  /**
   * The text with another one in the place of some of its characters, which may be beyond its end.
   *
   * @param start the first of them, from 1
   * @param length how many
   * @throws IllegalArgumentException if start is less than 1 or length negative
   */
  public static String overlay(String text, String replacement, int start, int length) {
    if (start < 1 || length < 0) {
      throw new IllegalArgumentException(
          "OVERLAY replaces nothing FROM " + start + " FOR " + length);
    }
    int characters = text.codePointCount(0, text.length());
    int from = text.offsetByCodePoints(0, Math.min(start - 1, characters));
    int to =
        text.offsetByCodePoints(0, (int) Math.min((long) start - 1 + length, (long) characters));
    return text.substring(0, from) + replacement + text.substring(to);
  }

  public static boolean contains(String text, String part) {
    return text.contains(part);
  }

  public static boolean startsWith(String text, String start) {
    return text.startsWith(start);
  }

  public static boolean endsWith(String text, String end) {
    return text.endsWith(end);
  }

  /**
   * Whether all of the text is as the pattern says: {@code _} stands for any one character, {@code
   * %} for any number of them, every other one for itself. What follows a {@code %} is tried at one
   * place after the other, and where it fits an earlier {@code %} need not be tried again.
   */
  public static boolean like(String text, String pattern) {
    int at = 0;
    int next = 0;
    int afterPercent = -1;
    int tried = 0;
    while (at >= 0) {
      boolean more = next < pattern.length();
      if (more && pattern.charAt(next) == '%') {
        next++;
        if (next == pattern.length()) {
          return true;
        }
        afterPercent = next;
        at = candidate(text, at, pattern.charAt(next));
        tried = at;
      } else if (more && at < text.length() && fits(text, at, pattern, next)) {
        at += pattern.charAt(next) == '_' ? width(text, at) : 1;
        next++;
      } else if (!more && at == text.length()) {
        return true;
      } else if (afterPercent < 0 || tried >= text.length()) {
        return false;
      } else {
        next = afterPercent;
        at = candidate(text, tried + width(text, tried), pattern.charAt(next));
        tried = at;
      }
    }
    return false;
  }

  private static boolean fits(String text, int at, String pattern, int next) {
    char wanted = pattern.charAt(next);
    return wanted == '_' || wanted == text.charAt(at);
  }

  /** Where a text that begins with the pattern's character can be; -1 if nowhere. */
  private static int candidate(String text, int from, char wanted) {
    return wanted == '_' || wanted == '%' ? from : text.indexOf(wanted, from);
  }

  private static int width(String text, int at) {
    return Character.charCount(text.codePointAt(at));
  }

  /**
   * One of the parts between delimiters; empty where there is none.
   *
   * @param delimiter if empty, the whole text is the only part
   * @param number from 1, or from the end with -1 for the last one
   */
  public static String splitPart(String text, String delimiter, int number) {
    if (number == 0) {
      return "";
    }
    if (delimiter.isEmpty()) {
      return Math.abs((long) number) == 1 ? text : "";
    }
    return number > 0
        ? partFromStart(text, delimiter, number)
        : partFromStart(text, delimiter, (long) parts(text, delimiter) + 1 + number);
  }

  private static String partFromStart(String text, String delimiter, long number) {
    if (number < 1) {
      return "";
    }
    int start = 0;
    for (long before = number - 1; before > 0; before--) {
      int next = text.indexOf(delimiter, start);
      if (next < 0) {
        return "";
      }
      start = next + delimiter.length();
    }
    int end = text.indexOf(delimiter, start);
    return end < 0 ? text.substring(start) : text.substring(start, end);
  }

  private static int parts(String text, String delimiter) {
    int parts = 1;
    for (int at = text.indexOf(delimiter); at >= 0; parts++) {
      at = text.indexOf(delimiter, at + delimiter.length());
    }
    return parts;
  }

  /**
   * What the text says, in any case and with blanks around it: true, t, yes, y, on, 1, or false, f,
   * no, n, off, 0.
   *
   * @throws IllegalArgumentException if it says none of these
   */
  public static boolean toBoolean(String text) {
    return switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is no BOOLEAN");
    };
  }
}
