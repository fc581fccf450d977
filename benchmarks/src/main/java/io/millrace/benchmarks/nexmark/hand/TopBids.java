package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Query 19: the ten highest bids of each auction with their places. */
final class TopBids {
  private static final int PLACES = 10;

  private TopBids() {}

  static void run(Events events, Answers answers) {
    NexmarkRows bids = events.rows(EventKind.BID);
    LongFunction<WideBid> made = WideBid.of(bids);
    Map<Long, List<WideBid>> auctions = new HashMap<>();
    events.forEach(
        bids,
        event -> {
          WideBid bid = made.apply(event);
          add(bid, auctions.computeIfAbsent(bid.auction(), key -> new ArrayList<>(PLACES + 1)));
        });
    for (List<WideBid> top : auctions.values()) {
      for (int i = 0; i < top.size(); i++) {
        top.get(i).put(answers);
        answers.number(i + 1L);
        answers.endRow();
      }
    }
  }

  /** Bids come in the order of their time, so a new one is behind those of the same price. */
  private static void add(WideBid bid, List<WideBid> top) {
    int place = top.size();
    while (place > 0 && top.get(place - 1).price() < bid.price()) {
      place--;
    }
    if (place < PLACES) {
      top.add(place, bid);
      if (top.size() > PLACES) {
        top.remove(PLACES);
      }
    }
  }
}
