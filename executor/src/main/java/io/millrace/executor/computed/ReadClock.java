package io.millrace.executor.computed;

import io.millrace.core.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time at which a source's rows are read: that of the engine's clock, but never one before a
 * time that was given already, even if the clock goes back. Thread-safe.
 */
public final class ReadClock {
  private final Clock clock;
  private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);

  public ReadClock(Clock clock) {
    this.clock = clock;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long now() {
    return latest.accumulateAndGet(clock.currentTimeMillis(), Math::max);
  }

  /** From now on no earlier time than this is given: the run before a restart got as far. */
  public void startAt(long millis) {
    latest.accumulateAndGet(millis, Math::max);
  }
}
