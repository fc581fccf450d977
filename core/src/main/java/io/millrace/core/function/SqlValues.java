package io.millrace.core.function;

/** Tests of any value. */
public final class SqlValues {
  private SqlValues() {}

  /**
   * Whether the value is NULL. Unlike the test that a code generator derives from the operands'
   * types, this computes the value, and fails where that does.
   */
  public static boolean isNull(Object value) {
    return value == null;
  }
}
