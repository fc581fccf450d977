package io.millrace.core.time;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when a test moves it. */
public final class ManualClock implements Clock {
  private final AtomicLong nanos = new AtomicLong();

  public void advanceMillis(long millis) {
    nanos.addAndGet(millis * 1_000_000);
  }

  @Override
  public long currentTimeMillis() {
    return nanos.get() / 1_000_000;
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }
}
