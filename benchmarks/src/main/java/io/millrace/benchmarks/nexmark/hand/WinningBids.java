package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Query 4: the average winning bid of a category. Auctions are read first, then bids. */
final class WinningBids {
  private WinningBids() {}

  private static final class Auction {
    private final long begins;
    private final long expires;
    private final long category;
    private long highest = Long.MIN_VALUE;

    private Auction(long begins, long expires, long category) {
      this.begins = begins;
      this.expires = expires;
      this.category = category;
    }
  }

  static void averages(Events events, Answers answers) {
    Map<Long, Auction> auctions = auctions(events);
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator of = bids.longs("auction");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    events.forEach(
        bids,
        event -> {
          Auction auction = auctions.get(of.applyAsLong(event));
          long at = time.applyAsLong(event);
          if (auction != null && auction.begins <= at && at <= auction.expires) {
            auction.highest = Math.max(auction.highest, price.applyAsLong(event));
          }
        });
    Map<Long, long[]> categories = new HashMap<>();
    for (Auction auction : auctions.values()) {
      if (auction.highest != Long.MIN_VALUE) {
        long[] sumAndCount = categories.computeIfAbsent(auction.category, key -> new long[2]);
        sumAndCount[0] += auction.highest;
        sumAndCount[1]++;
      }
    }
    categories.forEach(
        (category, sumAndCount) -> {
          answers.number(category);
          answers.number(Math.floorDiv(sumAndCount[0], sumAndCount[1]));
          answers.endRow();
        });
  }

  private static Map<Long, Auction> auctions(Events events) {
    NexmarkRows rows = events.rows(EventKind.AUCTION);
    LongUnaryOperator id = rows.longs("id");
    LongUnaryOperator begins = rows.longs("date_time");
    LongUnaryOperator expires = rows.longs("expires");
    LongUnaryOperator category = rows.longs("category");
    Map<Long, Auction> auctions = new HashMap<>();
    events.forEach(
        rows,
        event ->
            auctions.put(
                id.applyAsLong(event),
                new Auction(
                    begins.applyAsLong(event),
                    expires.applyAsLong(event),
                    category.applyAsLong(event))));
    return auctions;
  }
}
