package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.NexmarkRows;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** Queries 0, 1, 2, 14, 21 and 22: the bare loop over the generator with a little work. */
final class StatelessQueries {
  private static final long RATE_IN_THOUSANDTHS = 908;
  private static final int RATE_SCALE = 3;
  private static final long HOUR = 3_600_000;
  private static final Map<String, String> NUMBERS =
      Map.of("apple", "0", "google", "1", "facebook", "2", "baidu", "3");
  private static final String CHANNEL_ID = "&channel_id=";

  private StatelessQueries() {}

  /** Query 0. */
  static LongConsumer passThrough(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    LongFunction<byte[]> extra = bids.texts("extra");
    return event -> {
      answers.number(auction.applyAsLong(event));
      answers.number(bidder.applyAsLong(event));
      answers.number(price.applyAsLong(event));
      answers.number(time.applyAsLong(event));
      answers.text(extra.apply(event));
      answers.endRow();
    };
  }

  /** Query 1. */
  static LongConsumer projection(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    LongFunction<byte[]> extra = bids.texts("extra");
    return event -> {
      answers.number(auction.applyAsLong(event));
      answers.number(bidder.applyAsLong(event));
      answers.decimal(RATE_IN_THOUSANDTHS * price.applyAsLong(event), RATE_SCALE);
      answers.number(time.applyAsLong(event));
      answers.text(extra.apply(event));
      answers.endRow();
    };
  }

  /** Query 2. */
  static LongConsumer filter(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator price = bids.longs("price");
    return event -> {
      long id = auction.applyAsLong(event);
      if (id % 123 == 0) {
        answers.number(id);
        answers.number(price.applyAsLong(event));
        answers.endRow();
      }
    };
  }

  /** Query 14. */
  static LongConsumer calculation(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongUnaryOperator time = bids.longs("date_time");
    LongFunction<byte[]> extra = bids.texts("extra");
    return event -> {
      long converted = RATE_IN_THOUSANDTHS * price.applyAsLong(event);
      if (converted > 1_000_000_000L && converted < 50_000_000_000L) {
        long millis = time.applyAsLong(event);
        byte[] text = extra.apply(event);
        answers.number(auction.applyAsLong(event));
        answers.number(bidder.applyAsLong(event));
        answers.decimal(converted, RATE_SCALE);
        answers.text(timeOfDay(Math.floorMod(Math.floorDiv(millis, HOUR), 24)));
        answers.number(millis);
        answers.text(text);
        answers.number(count(text, 'c'));
        answers.endRow();
      }
    };
  }

  private static String timeOfDay(int hour) {
    if (hour >= 8 && hour <= 18) {
      return "dayTime";
    }
    return hour <= 6 || hour >= 20 ? "nightTime" : "otherTime";
  }

  private static long count(byte[] text, char letter) {
    long found = 0;
    for (byte each : text) {
      found += each == letter ? 1 : 0;
    }
    return found;
  }

  /** Query 21. */
  static LongConsumer channelNumber(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongFunction<byte[]> channel = bids.texts("channel");
    LongFunction<byte[]> url = bids.texts("url");
    return event -> {
      String name = string(channel.apply(event));
      String known = NUMBERS.get(name.toLowerCase(Locale.ROOT));
      String number = known != null ? known : numberIn(string(url.apply(event)));
      if (number != null) {
        answers.number(auction.applyAsLong(event));
        answers.number(bidder.applyAsLong(event));
        answers.number(price.applyAsLong(event));
        answers.text(name);
        answers.text(number);
        answers.endRow();
      }
    };
  }

  private static String numberIn(String url) {
    int found = url.indexOf(CHANNEL_ID);
    if (found < 0) {
      return null;
    }
    int start = found + CHANNEL_ID.length();
    int end = url.indexOf('&', start);
    return url.substring(start, end < 0 ? url.length() : end);
  }

  /** Query 22. */
  static LongConsumer folders(NexmarkRows bids, Answers answers) {
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator price = bids.longs("price");
    LongFunction<byte[]> channel = bids.texts("channel");
    LongFunction<byte[]> url = bids.texts("url");
    return event -> {
      answers.number(auction.applyAsLong(event));
      answers.number(bidder.applyAsLong(event));
      answers.number(price.applyAsLong(event));
      answers.text(channel.apply(event));
      String address = string(url.apply(event));
      int start = afterSlashes(address, 3);
      for (int folder = 0; folder < 3; folder++) {
        int end = address.indexOf('/', start);
        answers.text(address.substring(start, end < 0 ? address.length() : end));
        start = end < 0 ? address.length() : end + 1;
      }
      answers.endRow();
    };
  }

  private static int afterSlashes(String text, int slashes) {
    int at = 0;
    for (int i = 0; i < slashes; i++) {
      at = text.indexOf('/', at) + 1;
    }
    return at;
  }

  private static String string(byte[] ascii) {
    return new String(ascii, StandardCharsets.ISO_8859_1);
  }
}
