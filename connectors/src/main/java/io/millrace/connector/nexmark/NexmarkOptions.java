package io.millrace.connector.nexmark;

import io.millrace.core.config.ConfigOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;

/** The options of the nexmark connector. Their defaults are the numbers of the benchmark. */
final class NexmarkOptions {
  private static final int MOST = 1_000_000;
  private static final int MOST_SIZE = 10_000;

  static final ConfigOption<EventKind> KIND =
      ConfigOption.choice(
              "kind", EventKind.class, "which events to show: 'person', 'auction' or 'bid'")
          .asRequired();
  static final ConfigOption<Long> EVENTS_PER_SECOND =
      ConfigOption.bigint(
          "events-per-second", 1, 1_000_000_000_000L, "the most events a second, of all kinds");
  static final ConfigOption<Long> NUMBER_OF_EVENTS =
      ConfigOption.bigint(
          "number-of-events", 0, 1_000_000_000_000_000L, "how many events there are, of all kinds");
  static final ConfigOption<Long> SEED =
      ConfigOption.bigint(
              "seed", Long.MIN_VALUE, Long.MAX_VALUE, "another seed gives other random values")
          .withDefault(0L);
  static final ConfigOption<Integer> SPLITS =
      ConfigOption.integer("splits", 1, 1024, "how many readers may make rows at the same time")
          .withDefault(1);
  static final ConfigOption<Long> EVENT_TIME_START =
      ConfigOption.of(
              "event-time.start",
              NexmarkOptions::timestamp,
              "a time such as '2024-01-01 00:00:00'",
              "when the first event happens")
          .withDefault(timestamp("2024-01-01 00:00:00"));
  static final ConfigOption<Long> EVENT_TIME_RATE =
      ConfigOption.bigint(
              "event-time.rate", 1, 1_000_000_000_000L, "events in a second of event time")
          .withDefault(100_000L);
  static final ConfigOption<Integer> PERSONS =
      ConfigOption.integer("person.proportion", 1, MOST, "persons in a round of events")
          .withDefault(1);
  static final ConfigOption<Integer> AUCTIONS =
      ConfigOption.integer("auction.proportion", 1, MOST, "auctions in a round of events")
          .withDefault(3);
  static final ConfigOption<Integer> BIDS =
      ConfigOption.integer("bid.proportion", 1, MOST, "bids in a round of events").withDefault(46);
  static final ConfigOption<Integer> HOT_AUCTIONS =
      ConfigOption.integer(
              "bid.hot-ratio.auctions",
              1,
              MOST,
              "of so many bids all but one are for a hot auction")
          .withDefault(2);
  static final ConfigOption<Integer> HOT_BIDDERS =
      ConfigOption.integer(
              "bid.hot-ratio.bidders", 1, MOST, "of so many bids all but one are by a hot bidder")
          .withDefault(4);
  static final ConfigOption<Integer> HOT_SELLERS =
      ConfigOption.integer(
              "auction.hot-ratio.sellers",
              1,
              MOST,
              "of so many auctions all but one are by a hot seller")
          .withDefault(4);
  static final ConfigOption<Integer> PERSON_SIZE =
      ConfigOption.integer("person.avg-size", 0, MOST_SIZE, "bytes of a person, on average")
          .withDefault(200);
  static final ConfigOption<Integer> AUCTION_SIZE =
      ConfigOption.integer("auction.avg-size", 0, MOST_SIZE, "bytes of an auction, on average")
          .withDefault(500);
  static final ConfigOption<Integer> BID_SIZE =
      ConfigOption.integer("bid.avg-size", 0, MOST_SIZE, "bytes of a bid, on average")
          .withDefault(100);

  static final List<ConfigOption<?>> ALL =
      List.of(
          KIND,
          EVENTS_PER_SECOND,
          NUMBER_OF_EVENTS,
          SEED,
          SPLITS,
          EVENT_TIME_START,
          EVENT_TIME_RATE,
          PERSONS,
          AUCTIONS,
          BIDS,
          HOT_AUCTIONS,
          HOT_BIDDERS,
          HOT_SELLERS,
          PERSON_SIZE,
          AUCTION_SIZE,
          BID_SIZE);

  private NexmarkOptions() {}

  private static Long timestamp(String text) {
    try {
      return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
