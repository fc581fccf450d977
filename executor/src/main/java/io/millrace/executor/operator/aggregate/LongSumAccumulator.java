package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.KeyBatch;

/** The 128-bit sum of integers or of decimals of up to 18 digits: the low half, the high half. */
final class LongSumAccumulator extends Accumulator {
  private final int column;

  LongSumAccumulator(Contribution contribution, int column) {
    super(contribution);
    this.column = column;
  }

  @Override
  int words() {
    return 2;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] values = arguments.words(column);
    long[] weights = weights();
    if (weights == null) {
      addOnce(rows, values);
      return;
    }
    long[][] pages = rows.pages;
    int[] offsets = rows.offsets;
    int word = firstWord();
    for (int i = 0; i < rows.size; i++) {
      long weight = weights[i];
      long low = values[i] * weight;
      long[] page = pages[i];
      int at = offsets[i] + word;
      long sum = page[at] + low;
      page[at] = sum;
      page[at + 1] +=
          Math.multiplyHigh(values[i], weight) + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    }
  }

  private void addOnce(GroupRows rows, long[] values) {
    long[][] pages = rows.pages;
    int[] offsets = rows.offsets;
    int word = firstWord();
    for (int i = 0; i < rows.size; i++) {
      long value = values[i];
      long[] page = pages[i];
      int at = offsets[i] + word;
      long old = page[at];
      long sum = old + value;
      page[at] = sum;
      // The carry is the top bit of the majority of old, value and not sum.
      page[at + 1] += (value >> 63) + (((old & value) | ((old | value) & ~sum)) >>> 63);
    }
  }
}
