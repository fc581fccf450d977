package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * When a relation that has failed is tried again.
 *
 * @param delay before the first attempt, and before every one if the delay is fixed
 * @param maxDelay the longest delay of one that grows
 * @param attempts the most in a row; a relation that has run for a while begins to count anew
 */
public record RestartStrategy(Kind kind, Duration delay, Duration maxDelay, int attempts) {
  /** How the delay goes on. */
  public enum Kind {
    /** Failed relations stay failed until the database is opened again. */
    NONE,
    /** The same delay before every attempt. */
    FIXED_DELAY,
    /** Twice the delay before every further attempt. */
    EXPONENTIAL_DELAY
  }

  private static final RestartStrategy NEVER =
      new RestartStrategy(Kind.NONE, Duration.ZERO, Duration.ZERO, 0);
  private static final RestartStrategy DEFAULTS =
      new RestartStrategy(Kind.EXPONENTIAL_DELAY, Duration.ofSeconds(1), Duration.ofMinutes(1), 10);

  public RestartStrategy {
    if (delay.isNegative() || maxDelay.isNegative() || attempts < 0) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "Neither the delays nor the number of attempts of a restart can be negative.");
    }
  }

  /** Nothing is tried again. */
  public static RestartStrategy none() {
    return NEVER;
  }

  /** Ten attempts, the first one after a second, then after longer and longer, up to a minute. */
  public static RestartStrategy defaults() {
    return DEFAULTS;
  }

  public static RestartStrategy fixedDelay(Duration delay, int attempts) {
    return new RestartStrategy(Kind.FIXED_DELAY, delay, delay, attempts);
  }

  public RestartStrategy withKind(Kind other) {
    return new RestartStrategy(other, delay, maxDelay, attempts);
  }

  public RestartStrategy withDelay(Duration other) {
    return new RestartStrategy(kind, other, maxDelay, attempts);
  }

  public RestartStrategy withMaxDelay(Duration other) {
    return new RestartStrategy(kind, delay, other, attempts);
  }

  public RestartStrategy withAttempts(int number) {
    return new RestartStrategy(kind, delay, maxDelay, number);
  }

  /**
   * How long to wait before an attempt, or empty if there is none.
   *
   * @param attempt from 1, since it ran last
   */
  OptionalLong delayNanos(int attempt) {
    if (kind == Kind.NONE || attempt > attempts) {
      return OptionalLong.empty();
    }
    long nanos = delay.toNanos();
    if (kind == Kind.EXPONENTIAL_DELAY) {
      long most = Math.max(nanos, maxDelay.toNanos());
      for (int i = 1; i < attempt && nanos < most; i++) {
        nanos = nanos > most / 2 ? most : 2 * nanos;
      }
    }
    return OptionalLong.of(nanos);
  }
}
