package io.millrace.executor.operator;

/**
 * Counts values that became NULL because computing them failed, and keeps an example. Thread-safe.
 */
public interface ErrorReport {
  /**
   * @param expression as SQL-like text
   * @param cause what happened
   */
  void valueFailed(String expression, RuntimeException cause);
}
