package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.KeyBatch;

/** How many rows count: one word. */
final class CountAccumulator extends Accumulator {
  CountAccumulator(Contribution contribution) {
    super(contribution);
  }

  @Override
  int words() {
    return 1;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    int word = firstWord();
    long[] weights = weights();
    long[][] pages = rows.pages;
    int[] offsets = rows.offsets;
    for (int i = 0; i < rows.size; i++) {
      pages[i][offsets[i] + word] += weights == null ? 1 : weights[i];
    }
  }
}
