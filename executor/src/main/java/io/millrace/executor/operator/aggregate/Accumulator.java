package io.millrace.executor.operator.aggregate;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.state.KeyBatch;

/** Some words of each group's record, and how a batch changes them. */
abstract class Accumulator {
  private final Contribution contribution;
  private int firstWord;

  Accumulator(Contribution contribution) {
    this.contribution = contribution;
  }

  /** How many words of the record it has. */
  abstract int words();

  /** Which of its words, from 0, are byte cells. */
  int[] byteCells() {
    return new int[0];
  }

  final void place(int word) {
    firstWord = word;
  }

  /** The number of its first word in the record. */
  final int firstWord() {
    return firstWord;
  }

  /** One a row, or null when all are +1. */
  final long[] weights() {
    return contribution.weights();
  }

  /** Adds a batch to the records of its rows. */
  abstract void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys);

  /**
   * Completes records at the end of an epoch.
   *
   * @param keys the groups' keys
   * @param columns the groups' keys as columns 0, 1, …
   */
  void complete(RecordView records, int count, KeyBatch keys, ChangeBatch columns) {}

  /** Whether {@link #complete} needs to be called. */
  boolean needsCompletion() {
    return false;
  }
}
