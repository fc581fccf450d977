package io.millrace.core.time;

/** The time, as given from outside so that a test or a simulation can own it. Thread-safe. */
public interface Clock {
  /** Milliseconds since 1970-01-01 UTC; may jump. */
  long currentTimeMillis();

  /** Nanoseconds from an arbitrary start; never goes back. */
  long nanoTime();

  /** The clock of the machine. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
