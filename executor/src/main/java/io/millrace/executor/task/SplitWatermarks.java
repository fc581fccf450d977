package io.millrace.executor.task;

import io.millrace.core.time.Clock;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far in time the splits of one worker are read, and what that makes of the worker's part of
 * the source: the least of the splits. A split that was asked for rows for a while and had none
 * does not hold the others back, and neither does one that is finished. Where watermarks follow a
 * clock, it alone decides. Belongs to the worker's thread.
 */
public final class SplitWatermarks {
  private final RowTimes times;
  private final Clock clock;
  private final long idleNanos;
  private final List<OfSplit> holding = new ArrayList<>();

  /**
   * @param times null for a source without watermarks
   * @param idleTimeout how long a split without new rows holds the others back; 0: for ever
   */
  public SplitWatermarks(RowTimes times, Clock clock, Duration idleTimeout) {
    this.idleNanos = idleTimeout.isZero() ? Long.MAX_VALUE : idleTimeout.toNanos();
    this.times = times;
    this.clock = clock;
  }

  /** The columns that watermarks are computed of. */
  List<Integer> columns() {
    return times == null ? List.of() : times.columns();
  }

  /** Whether watermarks go on without rows. */
  boolean areOfClock() {
    return times != null && times.areOfClock();
  }

  /** One split's part. */
  final class OfSplit {
    private long watermark;
    private boolean finished;

    /** Whether it had nothing when it was asked last, and since when. */
    private boolean empty;

    private long emptySinceNanos;

    /** New rows were read. */
    void read(ChangeBatch batch) {
      if (times != null) {
        watermark = Math.max(watermark, times.greatest(batch));
      }
      empty = false;
    }

    /** It was asked and has no rows for now. One that waits for its turn is not asked. */
    void nothing() {
      if (!empty) {
        empty = true;
        emptySinceNanos = clock.nanoTime();
      }
    }

    /** No more rows come; it counts once more, at the next barrier. */
    void finish() {
      finished = true;
    }

    /** What a checkpoint keeps; null for none. */
    Long stored() {
      return watermark == Barrier.NO_WATERMARK ? null : watermark;
    }

    private boolean isIdle() {
      return empty && clock.nanoTime() - emptySinceNanos >= idleNanos;
    }
  }

  /**
   * Adds a split.
   *
   * @param watermark where it begins; null for none
   */
  OfSplit add(Long watermark, boolean finished) {
    OfSplit split = new OfSplit();
    split.watermark = watermark == null ? Barrier.NO_WATERMARK : watermark;
    if (watermark != null && areOfClock()) {
      times.startAt(watermark);
    }
    if (!finished) {
      holding.add(split);
    }
    return split;
  }

  /**
   * The watermark of the barrier that passes now.
   *
   * @param ended whether no row comes any more
   */
  long atBarrier(boolean ended) {
    if (ended) {
      return Barrier.END;
    }
    if (times == null) {
      return Barrier.NO_WATERMARK;
    }
    if (times.areOfClock()) {
      long now = times.ofClock();
      holding.forEach(split -> split.watermark = Math.max(split.watermark, now));
      holding.removeIf(split -> split.finished);
      return now;
    }
    long least = Barrier.IDLE;
    for (OfSplit split : holding) {
      if (!split.isIdle()) {
        least = Math.min(least, split.watermark);
      }
    }
    holding.removeIf(split -> split.finished);
    return least;
  }
}
