package io.millrace.executor.operator.aggregate;

import io.millrace.executor.operator.record.RecordView;

/** How an aggregate's value is read from records. */
interface Result {
  /**
   * Computes the values of records.
   *
   * @param exists which records stand for a group; the values of others do not matter
   * @param column gets the value of record {@code i} at row {@code firstRow + i}
   * @param report whether values that cannot be computed are to be reported
   */
  void compute(
      RecordView records,
      int count,
      boolean[] exists,
      ResultColumn column,
      int firstRow,
      boolean report);
}
