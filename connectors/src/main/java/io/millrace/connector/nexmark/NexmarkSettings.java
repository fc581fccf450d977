package io.millrace.connector.nexmark;

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
    int bidSize) {}
