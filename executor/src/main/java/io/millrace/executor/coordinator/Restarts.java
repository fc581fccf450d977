package io.millrace.executor.coordinator;

import io.millrace.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Which failed relations are tried again, and when. Belongs to the coordinator's thread. */
final class Restarts {
  /** After running for so long a relation has all attempts again. */
  private static final long SOUND_NANOS = Duration.ofMinutes(10).toNanos();

  private static final class History {
    int inARow;
    int total;
    long lastNanos;
    long dueNanos;
    boolean scheduled;
  }

  private final RestartStrategy strategy;
  private final Clock clock;
  private final Map<Long, History> histories = new HashMap<>();

  Restarts(RestartStrategy strategy, Clock clock) {
    this.strategy = strategy;
    this.clock = clock;
  }

  /**
   * A relation has failed.
   *
   * @return whether it is going to be tried again
   */
  boolean schedule(long relationId) {
    History history = histories.computeIfAbsent(relationId, id -> new History());
    if (history.scheduled) {
      return true;
    }
    long now = clock.nanoTime();
    if (history.inARow > 0 && now - history.lastNanos > SOUND_NANOS) {
      history.inARow = 0;
    }
    OptionalLong delay = strategy.delayNanos(history.inARow + 1);
    if (delay.isEmpty()) {
      return false;
    }
    history.scheduled = true;
    history.dueNanos = now + delay.getAsLong();
    return true;
  }

  boolean isScheduled(long relationId) {
    History history = histories.get(relationId);
    return history != null && history.scheduled;
  }

  /** Nanoseconds until one is due, or Long.MAX_VALUE. */
  long nanosUntilDue() {
    long nanos = Long.MAX_VALUE;
    for (History history : histories.values()) {
      if (history.scheduled) {
        nanos = Math.min(nanos, history.dueNanos - clock.nanoTime());
      }
    }
    return nanos;
  }

  /** The relations that are due, which count as tried from now on. */
  List<Long> takeDue() {
    List<Long> due = new ArrayList<>();
    long now = clock.nanoTime();
    histories.forEach(
        (id, history) -> {
          if (history.scheduled && history.dueNanos - now <= 0) {
            history.scheduled = false;
            history.inARow++;
            history.total++;
            history.lastNanos = now;
            due.add(id);
          }
        });
    return due;
  }

  /** How often a relation was tried again. */
  int total(long relationId) {
    History history = histories.get(relationId);
    return history == null ? 0 : history.total;
  }

  /** The relation is gone. */
  void forget(long relationId) {
    histories.remove(relationId);
  }
}
