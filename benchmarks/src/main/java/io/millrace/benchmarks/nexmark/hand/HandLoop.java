package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.NexmarkRows;
import java.util.Map;
import java.util.function.LongConsumer;

/** A query written by hand. */
sealed interface HandLoop {
  /**
   * A query that looks at each bid alone.
   *
   * @param body what is done with a bid, by its event; made anew for each thread
   */
  record Stateless(Body body) implements HandLoop {}

  /** A query that keeps something. */
  record Stateful(Program program) implements HandLoop {}

  /** Makes what is done with each bid. */
  @FunctionalInterface
  interface Body {
    LongConsumer of(NexmarkRows bids, Answers answers);
  }

  /** Goes through all events and puts out the answer at their end. */
  @FunctionalInterface
  interface Program {
    void run(Events events, Answers answers);
  }

  /** All there are, by the name of the query. */
  Map<String, HandLoop> ALL =
      Map.ofEntries(
          Map.entry("q0", new Stateless(StatelessQueries::passThrough)),
          Map.entry("q1", new Stateless(StatelessQueries::projection)),
          Map.entry("q2", new Stateless(StatelessQueries::filter)),
          Map.entry("q4", new Stateful(WinningBids::averages)),
          Map.entry("q5", new Stateful(HottestAuctions::run)),
          Map.entry("q7", new Stateful(HighestBids::run)),
          Map.entry("q8", new Stateful(NewSellers::run)),
          Map.entry("q11", new Stateful(BidderSessions::run)),
          Map.entry("q14", new Stateless(StatelessQueries::calculation)),
          Map.entry("q15", new Stateful(DayStatistics::run)),
          Map.entry("q17", new Stateful(AuctionStatistics::run)),
          Map.entry("q18", new Stateful(LastBids::run)),
          Map.entry("q19", new Stateful(TopBids::run)),
          Map.entry("q21", new Stateless(StatelessQueries::channelNumber)),
          Map.entry("q22", new Stateless(StatelessQueries::folders)));
}
