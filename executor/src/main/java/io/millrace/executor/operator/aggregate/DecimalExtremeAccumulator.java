package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.KeyBatch;

/**
 * MIN or MAX of decimals of 19 to 38 digits whose rows are never taken back: the low half, the high
 * half, kept so that 0 stands for the value that every other one replaces.
 */
final class DecimalExtremeAccumulator extends Accumulator {
  private final int column;
  private final boolean maximum;

  DecimalExtremeAccumulator(Contribution contribution, int column, boolean maximum) {
    super(contribution);
    this.column = column;
    this.maximum = maximum;
  }

  @Override
  int words() {
    return 2;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] lows = arguments.words(column);
    long[] highs = arguments.highWords(column);
    long[] weights = weights();
    for (int i = 0; i < rows.size; i++) {
      if (weights != null && weights[i] == 0) {
        continue;
      }
      long[] page = rows.pages[i];
      int at = rows.offsets[i] + firstWord();
      int order = Long.compare(highs[i], high(page[at + 1]));
      if (order == 0) {
        order = Long.compareUnsigned(lows[i], low(page[at]));
      }
      if (maximum ? order > 0 : order < 0) {
        page[at] = low(lows[i]);
        page[at + 1] = high(highs[i]);
      }
    }
  }

  /** Between the value's half and the word that is kept, both ways. */
  long low(long word) {
    return maximum ? word : ~word;
  }

  long high(long word) {
    return word ^ (maximum ? Long.MIN_VALUE : Long.MAX_VALUE);
  }
}
