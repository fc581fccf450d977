package io.millrace.connector.nexmark;

import io.millrace.connector.datagen.DatagenValues;

/**
 * Random numbers of one purpose, by event.
 *
 * @param seed made of the source's seed and the purpose
 */
record Draw(long seed) {
  /** The purposes, so that no two columns share their random numbers. */
  enum Purpose {
    NAME,
    EMAIL,
    CARD,
    CITY,
    STATE,
    PERSON_EXTRA,
    ITEM,
    DESCRIPTION,
    INITIAL_BID,
    RESERVE,
    EXPIRES,
    SELLER,
    CATEGORY,
    AUCTION_EXTRA,
    BID_AUCTION,
    BIDDER,
    PRICE,
    CHANNEL,
    CHANNEL_URL,
    BID_EXTRA
  }

  static Draw of(long sourceSeed, Purpose purpose) {
    return new Draw(DatagenValues.columnSeed(sourceSeed, purpose.ordinal()));
  }

  /** 64 random bits for an event. */
  long bits(long event) {
    return DatagenValues.bits(seed, event);
  }

  /** 64 more bits from those of an event; {@code number} from 1. */
  static long more(long bits, int number) {
    return DatagenValues.bits(bits, number);
  }

  /** A number from 0 to {@code count} − 1. */
  static long below(long bits, long count) {
    return DatagenValues.between(bits, 0L, count - 1);
  }
}
