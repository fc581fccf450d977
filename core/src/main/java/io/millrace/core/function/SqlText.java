package io.millrace.core.function;

/** Order of VARCHAR values. */
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
}
