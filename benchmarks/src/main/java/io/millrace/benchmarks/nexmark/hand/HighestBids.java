package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * Query 7: the highest bids of ten seconds. A bid at the instant at which a window ends counts as
 * one of that window too, if it is as high.
 */
final class HighestBids {
  private static final long WINDOW = 10_000;

  private record Bid(long auction, long price, long bidder, long time, byte[] extra) {}

  private final Answers answers;
  private final List<Bid> highest = new ArrayList<>();
  private long window = Long.MIN_VALUE;
  private long previousPrice = -1;

  private HighestBids(Answers answers) {
    this.answers = answers;
  }

  static void run(Events events, Answers answers) {
    HighestBids loop = new HighestBids(answers);
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator time = bids.longs("date_time");
    LongFunction<byte[]> extra = bids.texts("extra");
    events.forEach(
        bids,
        event ->
            loop.bid(
                new Bid(
                    auction.applyAsLong(event),
                    price.applyAsLong(event),
                    bidder.applyAsLong(event),
                    time.applyAsLong(event),
                    extra.apply(event))));
    loop.highest.forEach(loop::put);
  }

  private void bid(Bid bid) {
    if (bid.time / WINDOW != window) {
      begin(bid.time / WINDOW);
    }
    if (bid.time == window * WINDOW && bid.price == previousPrice) {
      put(bid);
    }
    if (highest.isEmpty() || bid.price > highest.get(0).price) {
      highest.clear();
      highest.add(bid);
    } else if (bid.price == highest.get(0).price) {
      highest.add(bid);
    }
  }

  private void begin(long next) {
    previousPrice = next == window + 1 ? highest.get(0).price : -1;
    highest.forEach(this::put);
    highest.clear();
    window = next;
  }

  private void put(Bid bid) {
    answers.number(bid.auction);
    answers.number(bid.price);
    answers.number(bid.bidder);
    answers.number(bid.time);
    answers.text(bid.extra);
    answers.endRow();
  }
}
