package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** Query 15: how many bids, bidders and auctions a day has, for three levels of price. */
final class DayStatistics {
  private static final long DAY = 86_400_000;

  private DayStatistics() {}

  /** Bids of all prices or of one level. */
  private static final class Level {
    private final Set<Long> bidders = new HashSet<>();
    private final Set<Long> auctions = new HashSet<>();
    private long bids;

    private void add(long bidder, long auction) {
      bids++;
      bidders.add(bidder);
      auctions.add(auction);
    }
  }

  static void run(Events events, Answers answers) {
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    Map<Long, List<Level>> days = new HashMap<>();
    events.forEach(
        bids,
        event -> {
          List<Level> levels =
              days.computeIfAbsent(
                  Math.floorDiv(time.applyAsLong(event), DAY),
                  day -> Stream.generate(Level::new).limit(4).toList());
          long who = bidder.applyAsLong(event);
          long what = auction.applyAsLong(event);
          levels.get(0).add(who, what);
          levels.get(PriceLevel.of(price.applyAsLong(event))).add(who, what);
        });
    days.forEach(
        (day, levels) -> {
          answers.date(day);
          levels.forEach(level -> answers.number(level.bids));
          levels.forEach(level -> answers.number(level.bidders.size()));
          levels.forEach(level -> answers.number(level.auctions.size()));
          answers.endRow();
        });
  }
}
