package io.millrace.core.function;

/** Functions of any value. */
public final class SqlValues {
  private SqlValues() {}

  /**
   * Whether the value is NULL. Unlike the test that a code generator derives from the operands'
   * types, this computes the value, and fails where that does.
   */
  public static boolean isNull(Object value) {
    return value == null;
  }

  /**
   * The value itself. No code generator knows that: what is computed from it is computed where it
   * stands, and not when the code is loaded.
   */
  public static Object same(Object value) {
    return value;
  }
}
