package io.millrace.executor.operator.aggregate;

import io.millrace.executor.data.OrderedBytes;
import io.millrace.executor.state.KeyBatch;

/**
 * MIN or MAX of values of one word whose rows are never taken back. The word is kept so that 0, as
 * records begin, stands for the value that every other one replaces.
 */
final class LongExtremeAccumulator extends Accumulator {
  private final int column;
  private final boolean isDouble;
  private final boolean maximum;

  LongExtremeAccumulator(Contribution contribution, int column, boolean isDouble, boolean maximum) {
    super(contribution);
    this.column = column;
    this.isDouble = isDouble;
    this.maximum = maximum;
  }

  @Override
  int words() {
    return 1;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] values = arguments.words(column);
    long[] weights = weights();
    long[][] pages = rows.pages;
    int[] offsets = rows.offsets;
    int word = firstWord();
    long mask = mask();
    // The greater of masked values, signed, is what both MIN and MAX look for.
    long flip = maximum ? 0 : -1;
    for (int i = 0; i < rows.size; i++) {
      if (weights != null && weights[i] == 0) {
        continue;
      }
      long value = isDouble ? OrderedBytes.orderOf(Double.longBitsToDouble(values[i])) : values[i];
      int at = offsets[i] + word;
      long[] page = pages[i];
      if ((value ^ flip) > (page[at] ^ mask ^ flip)) {
        page[at] = value ^ mask;
      }
    }
  }

  private long mask() {
    return maximum ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** The value as a word of its column. */
  long value(long word) {
    long value = word ^ mask();
    return isDouble ? Double.doubleToRawLongBits(OrderedBytes.doubleOf(value)) : value;
  }
}
