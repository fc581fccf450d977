package io.millrace.benchmarks.nexmark.hand;

/** The three levels of price that queries 15 and 17 tell apart. */
final class PriceLevel {
  private static final long MIDDLE = 10_000;
  private static final long HIGH = 1_000_000;

  private PriceLevel() {}

  /** 1, 2 or 3. */
  static int of(long price) {
    if (price < MIDDLE) {
      return 1;
    }
    return price < HIGH ? 2 : 3;
  }
}
