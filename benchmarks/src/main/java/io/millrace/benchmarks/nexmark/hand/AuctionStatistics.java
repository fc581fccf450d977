package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Query 17: the bids of each auction and day. */
final class AuctionStatistics {
  private static final long DAY = 86_400_000;

  private AuctionStatistics() {}

  private record Key(long auction, long day) {}

  private static final class Bids {
    private final long[] count = new long[4];
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private long sum;

    private void add(long price) {
      count[0]++;
      count[PriceLevel.of(price)]++;
      least = Math.min(least, price);
      most = Math.max(most, price);
      sum += price;
    }
  }

  static void run(Events events, Answers answers) {
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    Map<Key, Bids> groups = new HashMap<>();
    events.forEach(
        bids,
        event ->
            groups
                .computeIfAbsent(
                    new Key(
                        auction.applyAsLong(event), Math.floorDiv(time.applyAsLong(event), DAY)),
                    key -> new Bids())
                .add(price.applyAsLong(event)));
    groups.forEach(
        (key, group) -> {
          answers.number(key.auction);
          answers.date(key.day);
          for (long count : group.count) {
            answers.number(count);
          }
          answers.number(group.least);
          answers.number(group.most);
          answers.number(Math.floorDiv(group.sum, group.count[0]));
          answers.number(group.sum);
          answers.endRow();
        });
  }
}
