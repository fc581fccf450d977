package io.millrace.connector.nexmark;

import io.millrace.connector.nexmark.Draw.Purpose;
import java.util.List;

/** Auctions: what is sold, by whom and until when. */
final class AuctionColumns {
  private static final int MIN_TEXT = 3;
  private static final int MAX_ITEM = 19;
  private static final int MAX_DESCRIPTION = 99;
  private static final long FIRST_CATEGORY = 10;
  private static final long CATEGORIES = 5;

  /** Bytes of all columns that are no text, as the benchmark counts them. */
  private static final int NUMBERS_SIZE = 6 * Long.BYTES;

  private final NexmarkSettings settings;
  private final Population population;
  private final EventTime time;
  private final ExtraLength extraLength;
  private final long eventsWhileActive;
  private final Draw items;
  private final Draw descriptions;
  private final Draw initialBids;
  private final Draw reserves;
  private final Draw expiries;
  private final Draw sellers;
  private final Draw categories;
  private final Draw extras;

  private AuctionColumns(NexmarkSettings settings) {
    long seed = settings.seed();
    EventSequence sequence = settings.sequence();
    this.settings = settings;
    this.population = new Population(sequence);
    this.time = settings.time();
    this.extraLength = new ExtraLength(settings.auctionSize());
    this.eventsWhileActive = Population.ACTIVE_AUCTIONS * sequence.round() / sequence.auctions();
    this.items = Draw.of(seed, Purpose.ITEM);
    this.descriptions = Draw.of(seed, Purpose.DESCRIPTION);
    this.initialBids = Draw.of(seed, Purpose.INITIAL_BID);
    this.reserves = Draw.of(seed, Purpose.RESERVE);
    this.expiries = Draw.of(seed, Purpose.EXPIRES);
    this.sellers = Draw.of(seed, Purpose.SELLER);
    this.categories = Draw.of(seed, Purpose.CATEGORY);
    this.extras = Draw.of(seed, Purpose.AUCTION_EXTRA);
  }

  static List<NexmarkColumn> of(NexmarkSettings settings) {
    AuctionColumns auctions = new AuctionColumns(settings);
    return List.of(
        NexmarkColumn.bigint("id", event -> auctions.population.id(EventKind.AUCTION, event)),
        NexmarkColumn.text("item_name", MAX_ITEM, auctions::writeItem),
        NexmarkColumn.text("description", MAX_DESCRIPTION, auctions::writeDescription),
        NexmarkColumn.bigint("initial_bid", auctions::initialBid),
        NexmarkColumn.bigint(
            "reserve",
            event -> auctions.initialBid(event) + Prices.of(auctions.reserves.bits(event))),
        NexmarkColumn.timestamp("date_time", auctions.time::at),
        NexmarkColumn.timestamp("expires", auctions::expires),
        NexmarkColumn.bigint("seller", auctions::seller),
        NexmarkColumn.bigint(
            "category",
            event -> FIRST_CATEGORY + Draw.below(auctions.categories.bits(event), CATEGORIES)),
        NexmarkColumn.text(
            "extra", auctions.extraLength.most(NUMBERS_SIZE + 2 * MIN_TEXT), auctions::writeExtra));
  }

  private static int textLength(long bits, int most) {
    return MIN_TEXT + (int) Draw.below(bits, most - MIN_TEXT + 1L);
  }

  private void writeItem(long event, TextOutput output) {
    long bits = items.bits(event);
    output.addWords(bits, textLength(bits, MAX_ITEM));
  }

  private void writeDescription(long event, TextOutput output) {
    long bits = descriptions.bits(event);
    output.addWords(bits, textLength(bits, MAX_DESCRIPTION));
  }

  private long initialBid(long event) {
    return Prices.of(initialBids.bits(event));
  }

  private long seller(long event) {
    return population.seller(event, sellers.bits(event), settings.hotSellers());
  }

  /** On average when as many other auctions have begun as take bids at a time. */
  private long expires(long event) {
    long begin = time.at(event);
    long horizon = time.at(event + eventsWhileActive) - begin;
    return begin + 1 + Draw.below(expiries.bits(event), Math.max(1, 2 * horizon));
  }

  private void writeExtra(long event, TextOutput output) {
    int size =
        NUMBERS_SIZE
            + textLength(items.bits(event), MAX_ITEM)
            + textLength(descriptions.bits(event), MAX_DESCRIPTION);
    long bits = extras.bits(event);
    output.addLetters(bits, extraLength.of(bits, size));
  }
}
