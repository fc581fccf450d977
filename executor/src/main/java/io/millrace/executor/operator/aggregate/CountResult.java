package io.millrace.executor.operator.aggregate;

import io.millrace.executor.operator.record.RecordView;

/** COUNT, from the word that has it. */
final class CountResult implements Result {
  private final int countWord;

  CountResult(int countWord) {
    this.countWord = countWord;
  }

  @Override
  public void compute(
      RecordView records,
      int count,
      boolean[] exists,
      ResultColumn column,
      int firstRow,
      boolean report) {
    for (int i = 0; i < count; i++) {
      column.set(firstRow + i, records.pages[i][records.offsets[i] + countWord]);
    }
  }
}
