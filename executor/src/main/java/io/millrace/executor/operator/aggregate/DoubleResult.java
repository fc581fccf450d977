package io.millrace.executor.operator.aggregate;

import io.millrace.core.type.TypeKind;
import io.millrace.executor.operator.record.RecordView;

/** SUM and AVG of REAL and DOUBLE. */
final class DoubleResult implements Result {
  private final DoubleSumAccumulator sum;
  private final int countWord;
  private final boolean average;

  DoubleResult(DoubleSumAccumulator sum, int countWord, boolean average) {
    this.sum = sum;
    this.countWord = countWord;
    this.average = average;
  }

  @Override
  public void compute(
      RecordView records,
      int count,
      boolean[] exists,
      ResultColumn column,
      int firstRow,
      boolean report) {
    boolean asFloat = column.type().kind() == TypeKind.REAL;
    for (int i = 0; i < count; i++) {
      if (!exists[i]) {
        continue;
      }
      long[] page = records.pages[i];
      int at = records.offsets[i] + sum.firstWord();
      long values = page[records.offsets[i] + countWord];
      if (values <= 0) {
        column.setNull(firstRow + i);
        continue;
      }
      long[] rest = sum.rest(records, i);
      double value = ExactDoubleSum.value(page, at, rest, asFloat && !average);
      if (average) {
        value = average(page, at, rest, value, values);
        value = asFloat ? (double) (float) value : value;
      }
      column.set(firstRow + i, Double.doubleToLongBits(value));
    }
  }

  private static double average(long[] page, int at, long[] rest, double sum, long count) {
    boolean overflow =
        Double.isInfinite(sum)
            && (rest == null
                || rest[ExactDoubleSum.POSITIVE_INFINITY] <= 0
                    && rest[ExactDoubleSum.NEGATIVE_INFINITY] <= 0);
    return overflow ? ExactDoubleSum.average(page, at, rest, count) : sum / count;
  }
}
