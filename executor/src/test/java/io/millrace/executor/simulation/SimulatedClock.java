package io.millrace.executor.simulation;

import io.millrace.core.time.Clock;

/** A clock that only the simulation moves. */
final class SimulatedClock implements Clock {
  private static final long START_MILLIS = 1_700_000_000_000L;

  private long nanos;

  void advance(long by) {
    nanos += by;
  }

  @Override
  public long currentTimeMillis() {
    return START_MILLIS + nanos / 1_000_000;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }
}
