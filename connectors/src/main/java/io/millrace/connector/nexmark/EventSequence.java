package io.millrace.connector.nexmark;

/**
 * The order of events: rounds of some persons, then some auctions, then some bids. Events are
 * numbered from 0, and so are the rows of each kind. The first person is older than any auction and
 * the first auction older than any bid.
 *
 * @param persons in a round, at least 1
 * @param auctions in a round, at least 1
 * @param bids in a round, at least 1
 */
record EventSequence(int persons, int auctions, int bids) {
  int round() {
    return persons + auctions + bids;
  }

  int inRound(EventKind kind) {
    return switch (kind) {
      case PERSON -> persons;
      case AUCTION -> auctions;
      case BID -> bids;
    };
  }

  private int firstInRound(EventKind kind) {
    return switch (kind) {
      case PERSON -> 0;
      case AUCTION -> persons;
      case BID -> persons + auctions;
    };
  }

  /** How many of the events 0 to {@code events} − 1 are of a kind. */
  long rows(EventKind kind, long events) {
    long inLastRound = events % round() - firstInRound(kind);
    int most = inRound(kind);
    return events / round() * most + Math.max(0, Math.min(inLastRound, most));
  }

  /** The event that row number {@code row} of a kind is. */
  long event(EventKind kind, long row) {
    int size = inRound(kind);
    long round = row / size;
    return round * round() + firstInRound(kind) + (row - round * size);
  }

  /** Fills the first {@code count} elements with the events of rows row, row + stride, … */
  void fill(EventKind kind, long[] events, long row, long stride, int count) {
    int size = inRound(kind);
    int first = firstInRound(kind);
    for (int i = 0; i < count; i++) {
      long number = row + i * stride;
      long round = number / size;
      events[i] = round * round() + first + (number - round * size);
    }
  }
}
