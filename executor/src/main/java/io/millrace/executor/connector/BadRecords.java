package io.millrace.executor.connector;

/** Counts records that a source could not read, and keeps the last message. Thread-safe. */
public interface BadRecords {
  /**
   * @param split where it was found
   * @param message what was wrong and where (file, line, column name)
   */
  void skipped(Split split, String message);
}
