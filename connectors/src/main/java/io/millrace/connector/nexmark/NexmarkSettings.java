package io.millrace.connector.nexmark;

import io.millrace.core.config.Options;

/**
 * What all three kinds of events are made from. Sources with equal settings fit together.
 *
 * @param hotAuctions of so many bids all but one are for the hot auction
 * @param hotBidders of so many bids all but one are by the hot bidder
 * @param hotSellers of so many auctions all but one are by the hot seller
 * @param personSize about how many bytes a person has
 * @param auctionSize about how many bytes an auction has
 * @param bidSize about how many bytes a bid has
 */
record NexmarkSettings(
    long seed,
    EventSequence sequence,
    EventTime time,
    int hotAuctions,
    int hotBidders,
    int hotSellers,
    int personSize,
    int auctionSize,
    int bidSize) {
  static NexmarkSettings of(Options options) {
    return new NexmarkSettings(
        options.get(NexmarkOptions.SEED),
        new EventSequence(
            options.get(NexmarkOptions.PERSONS),
            options.get(NexmarkOptions.AUCTIONS),
            options.get(NexmarkOptions.BIDS)),
        new EventTime(
            options.get(NexmarkOptions.EVENT_TIME_START),
            options.get(NexmarkOptions.EVENT_TIME_RATE)),
        options.get(NexmarkOptions.HOT_AUCTIONS),
        options.get(NexmarkOptions.HOT_BIDDERS),
        options.get(NexmarkOptions.HOT_SELLERS),
        options.get(NexmarkOptions.PERSON_SIZE),
        options.get(NexmarkOptions.AUCTION_SIZE),
        options.get(NexmarkOptions.BID_SIZE));
  }
}
