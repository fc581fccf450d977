package io.millrace.executor.operator;

/**
 * Counts what went wrong with rows: values that became NULL because computing them failed, with an
 * example, and rows that came too late. Thread-safe.
 */
public interface ErrorReport {
  /**
   * @param expression as SQL-like text
   * @param cause what happened
   */
  void valueFailed(String expression, RuntimeException cause);

  /** Rows were dropped because they came after what they belong to was closed. */
  default void lateRows(long count) {}
}
