package io.millrace.executor.connector;

import io.millrace.executor.data.ChangeBatch;
import java.util.BitSet;

/** Reads one split in order. One thread at a time calls it. */
public interface SplitReader extends AutoCloseable {
  /** What a poll found. */
  sealed interface Poll {
    /** At least one row; the caller owns the batch. */
    record Rows(ChangeBatch batch) implements Poll {}

    /** Nothing now, perhaps later. */
    record Nothing() implements Poll {}

    /** Nothing, and never again. */
    record End() implements Poll {}
  }

  /**
   * Reads on, without waiting for data that is not there yet. A record that cannot be read and may
   * not be skipped throws a MillraceException that says where it is; a later poll throws again.
   *
   * @param maxRows the most rows to return
   */
  Poll poll(int maxRows);

  /**
   * Says which columns of the rows to come are read, until the next call; all at first. The vectors
   * of others may be without values then, where that saves work.
   *
   * @param columns by their number
   */
  default void project(BitSet columns) {
    // All columns will do.
  }

  /** Where reading goes on after the rows returned so far. Small text, never null. */
  String position();

  @Override
  void close();
}
