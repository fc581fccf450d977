package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Query 5: the auctions with the most bids in ten seconds, every two seconds. */
final class HottestAuctions {
  private static final long SLIDE = 2_000;
  private static final int SLIDES_IN_WINDOW = 5;

  private final Answers answers;

  /** The bids by auction of the last slides, the newest last. */
  private final Deque<Map<Long, long[]>> slides = new ArrayDeque<>();

  private long newest = Long.MIN_VALUE;

  private HottestAuctions(Answers answers) {
    this.answers = answers;
  }

  static void run(Events events, Answers answers) {
    HottestAuctions loop = new HottestAuctions(answers);
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator auction = bids.longs("auction");
    LongUnaryOperator time = bids.longs("date_time");
    events.forEach(
        bids, event -> loop.bid(auction.applyAsLong(event), time.applyAsLong(event) / SLIDE));
    for (int i = 0; i < SLIDES_IN_WINDOW; i++) {
      loop.next();
    }
  }

  private void bid(long auction, long slide) {
    if (slide != newest) {
      // After a gap as long as a window nothing is left that counts.
      for (long i = Math.max(newest, slide - SLIDES_IN_WINDOW); i < slide; i++) {
        next();
      }
      newest = slide;
    }
    slides.getLast().computeIfAbsent(auction, key -> new long[1])[0]++;
  }

  /** Puts out the window that ends with the newest slide, and begins another slide. */
  private void next() {
    Map<Long, long[]> counts = new HashMap<>();
    for (Map<Long, long[]> slide : slides) {
      slide.forEach(
          (auction, count) -> counts.computeIfAbsent(auction, key -> new long[1])[0] += count[0]);
    }
    long most = counts.values().stream().mapToLong(count -> count[0]).max().orElse(0);
    counts.forEach(
        (auction, count) -> {
          if (count[0] == most) {
            answers.number(auction);
            answers.number(most);
            answers.endRow();
          }
        });
    slides.addLast(new HashMap<>());
    if (slides.size() > SLIDES_IN_WINDOW) {
      slides.removeFirst();
    }
  }
}
