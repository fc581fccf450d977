package io.millrace.connector.nexmark;

/**
 * Which persons and auctions later events refer to: mostly a hot one, which changes from time to
 * time, otherwise one of the newest. All of them are there when the event happens.
 */
record Population(EventSequence sequence) {
  private static final long FIRST_ID = 1000;
  private static final long ACTIVE_PERSONS = 1000;

  /** How many of the newest auctions take bids. */
  static final long ACTIVE_AUCTIONS = 100;

  /** So many persons or auctions, one after the other, have the same hot one. */
  private static final long HOT_INTERVAL = 100;

  /** The id of the person or auction that the event itself is. */
  long id(EventKind kind, long event) {
    return FIRST_ID + sequence.rows(kind, event);
  }

  /** Who sells in an auction; of {@code hot} all but one are the hot seller. */
  long seller(long event, long bits, int hot) {
    long persons = sequence.rows(EventKind.PERSON, event);
    return FIRST_ID + (isHot(bits, hot) ? hot(persons) : newest(persons, ACTIVE_PERSONS, bits));
  }

  /** Who bids; the hot bidder is the person next to the hot seller, if there is one. */
  long bidder(long event, long bits, int hot) {
    long persons = sequence.rows(EventKind.PERSON, event);
    return FIRST_ID
        + (isHot(bits, hot)
            ? Math.min(hot(persons) + 1, persons - 1)
            : newest(persons, ACTIVE_PERSONS, bits));
  }

  /** What is bid for. */
  long auction(long event, long bits, int hot) {
    long auctions = sequence.rows(EventKind.AUCTION, event);
    return FIRST_ID + (isHot(bits, hot) ? hot(auctions) : newest(auctions, ACTIVE_AUCTIONS, bits));
  }

  private static boolean isHot(long bits, int hot) {
    return Draw.below(bits, hot) > 0;
  }

  private static long hot(long count) {
    return (count - 1) / HOT_INTERVAL * HOT_INTERVAL;
  }

  private static long newest(long count, long active, long bits) {
    return count - 1 - Draw.below(Draw.more(bits, 1), Math.min(count, active));
  }
}
