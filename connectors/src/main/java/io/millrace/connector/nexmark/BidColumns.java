package io.millrace.connector.nexmark;

import io.millrace.connector.nexmark.Draw.Purpose;
import java.util.List;

/** Bids of persons for auctions. */
final class BidColumns {
  /** Bytes of the columns that the benchmark counts. */
  private static final int COUNTED_SIZE = 4 * Long.BYTES;

  private BidColumns() {}

  static List<NexmarkColumn> of(NexmarkSettings settings) {
    long seed = settings.seed();
    Population population = new Population(settings.sequence());
    ExtraLength extraLength = new ExtraLength(settings.bidSize());
    Channels channels = new Channels(seed);
    Draw auctions = Draw.of(seed, Purpose.BID_AUCTION);
    Draw bidders = Draw.of(seed, Purpose.BIDDER);
    Draw prices = Draw.of(seed, Purpose.PRICE);
    Draw extras = Draw.of(seed, Purpose.BID_EXTRA);
    return List.of(
        NexmarkColumn.bigint(
            "auction",
            event -> population.auction(event, auctions.bits(event), settings.hotAuctions())),
        NexmarkColumn.bigint(
            "bidder",
            event -> population.bidder(event, bidders.bits(event), settings.hotBidders())),
        NexmarkColumn.bigint("price", event -> Prices.of(prices.bits(event))),
        NexmarkColumn.text("channel", Channels.MAX_NAME, channels::writeName),
        NexmarkColumn.text("url", Channels.MAX_URL, channels::writeUrl),
        NexmarkColumn.timestamp("date_time", settings.time()::at),
        NexmarkColumn.text(
            "extra",
            extraLength.most(COUNTED_SIZE),
            (event, output) -> {
              long bits = extras.bits(event);
              output.addLetters(bits, extraLength.of(bits, COUNTED_SIZE));
            }));
  }
}
