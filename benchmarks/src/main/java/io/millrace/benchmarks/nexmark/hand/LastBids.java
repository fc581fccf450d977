package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Query 18: the last bid of each bidder for each auction. */
final class LastBids {
  private LastBids() {}

  private record Key(long bidder, long auction) {}

  static void run(Events events, Answers answers) {
    NexmarkRows bids = events.rows(EventKind.BID);
    LongFunction<WideBid> made = WideBid.of(bids);
    Map<Key, WideBid> last = new HashMap<>();
    events.forEach(
        bids,
        event -> {
          WideBid bid = made.apply(event);
          last.put(new Key(bid.bidder(), bid.auction()), bid);
        });
    last.values()
        .forEach(
            bid -> {
              bid.put(answers);
              answers.endRow();
            });
  }
}
