package io.millrace.executor.task;

import io.millrace.core.time.Clock;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How far in time the splits of one worker are read, and what that makes of the worker's part of
 * the source: the least of the splits. A split that has given no row for a while does not hold the
 * others back, and neither does one that is finished. Belongs to the worker's thread.
 */
public final class SplitWatermarks {
  /** How long a split without new rows holds the others back. */
  static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RowTimes times;
  private final Clock clock;
  private final List<OfSplit> holding = new ArrayList<>();

  /**
   * @param times null for a source without watermarks
   */
  public SplitWatermarks(RowTimes times, Clock clock) {
    this.times = times;
    this.clock = clock;
  }

  /** One split's part. */
  final class OfSplit {
    private long watermark;
    private long lastRowsNanos = clock.nanoTime();
    private boolean finished;

    /** New rows were read. */
    void read(ChangeBatch batch) {
      if (times != null) {
        watermark = Math.max(watermark, times.greatest(batch));
        lastRowsNanos = clock.nanoTime();
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
      return clock.nanoTime() - lastRowsNanos >= IDLE_NANOS;
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
