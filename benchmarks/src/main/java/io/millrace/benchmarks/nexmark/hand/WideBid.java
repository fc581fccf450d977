package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.NexmarkRows;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** A bid with all its columns; texts are in ASCII. */
record WideBid(
    long auction, long bidder, long price, byte[] channel, byte[] url, long time, byte[] extra) {
  /** Makes bids by their events; for one thread. */
  static LongFunction<WideBid> of(NexmarkRows bids) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongFunction<byte[]> channel = bids.texts("channel");
    LongFunction<byte[]> url = bids.texts("url");
    LongUnaryOperator time = bids.longs("date_time");
    LongFunction<byte[]> extra = bids.texts("extra");
    return event ->
        new WideBid(
            auction.applyAsLong(event),
            bidder.applyAsLong(event),
            price.applyAsLong(event),
            channel.apply(event),
            url.apply(event),
            time.applyAsLong(event),
            extra.apply(event));
  }

  /** Puts all columns out, in their order, without an end of the row. */
  void put(Answers answers) {
    answers.number(auction);
    answers.number(bidder);
    answers.number(price);
    answers.text(channel);
    answers.text(url);
    answers.number(time);
    answers.text(extra);
  }
}
