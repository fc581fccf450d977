package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.KeyBatch;

/** The exact sum of decimals of 19 to 38 digits: three words, the lowest first. */
final class DecimalSumAccumulator extends Accumulator {
  private final int column;

  DecimalSumAccumulator(Contribution contribution, int column) {
    super(contribution);
    this.column = column;
  }

  @Override
  int words() {
    return 3;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] lows = arguments.words(column);
    long[] highs = arguments.highWords(column);
    long[] weights = weights();
    for (int i = 0; i < rows.size; i++) {
      long weight = weights == null ? 1 : weights[i];
      if (weight == 0) {
        continue;
      }
      // (high × 2^64 + low) × weight, with low unsigned, as three words.
      long first = lows[i] * weight;
      long firstHigh = multiplyHighUnsignedSigned(lows[i], weight);
      long second = highs[i] * weight;
      long secondHigh = Math.multiplyHigh(highs[i], weight);
      long middle = firstHigh + second;
      long top = secondHigh + (firstHigh >> 63) + carry(firstHigh, second, middle);
      addTo(rows.pages[i], rows.offsets[i] + firstWord(), first, middle, top);
    }
  }

  private static void addTo(long[] page, int at, long first, long middle, long top) {
    long oldFirst = page[at];
    long newFirst = oldFirst + first;
    long carry = carry(oldFirst, first, newFirst);
    long oldMiddle = page[at + 1];
    long sum = oldMiddle + middle;
    long newMiddle = sum + carry;
    page[at] = newFirst;
    page[at + 1] = newMiddle;
    page[at + 2] += top + carry(oldMiddle, middle, sum) + (carry != 0 && newMiddle == 0 ? 1 : 0);
  }

  private static long multiplyHighUnsignedSigned(long unsigned, long signed) {
    return Math.multiplyHigh(unsigned, signed) + ((unsigned >> 63) & signed);
  }

  private static long carry(long left, long right, long sum) {
    return ((left & right) | ((left | right) & ~sum)) >>> 63;
  }
}
