package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Query 11: the bids of a bidder with no more than ten seconds between them. */
final class BidderSessions {
  private static final long GAP = 10_000;

  private BidderSessions() {}

  private static final class Session {
    private final long first;
    private long last;
    private long bids;

    private Session(long first) {
      this.first = first;
      this.last = first;
    }
  }

  static void run(Events events, Answers answers) {
    NexmarkRows bids = events.rows(EventKind.BID);
    LongUnaryOperator bidder = bids.longs("bidder");
    LongUnaryOperator time = bids.longs("date_time");
    Map<Long, Session> open = new HashMap<>();
    events.forEach(
        bids,
        event -> {
          long id = bidder.applyAsLong(event);
          long at = time.applyAsLong(event);
          Session session = open.get(id);
          if (session == null || at > session.last + GAP) {
            put(id, session, answers);
            session = new Session(at);
            open.put(id, session);
          }
          session.last = at;
          session.bids++;
        });
    open.forEach((id, session) -> put(id, session, answers));
  }

  private static void put(long bidder, Session session, Answers answers) {
    if (session != null) {
      answers.number(bidder);
      answers.number(session.bids);
      answers.number(session.first);
      answers.number(session.last + GAP);
      answers.endRow();
    }
  }
}
