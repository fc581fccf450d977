package io.millrace.executor.metrics;

import io.millrace.core.function.ValueFaults;
import io.millrace.executor.connector.BadRecords;
import io.millrace.executor.connector.Split;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.ErrorReport;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens in one relation, on all workers. Thread-safe. */
public final class RelationMetrics implements BadRecords, ErrorReport {
  private final LongAdder rowsRead = new LongAdder();
  private final LongAdder badRecords = new LongAdder();
  private final LongAdder valueErrors = new LongAdder();
  private final LongAdder lateRows = new LongAdder();

  /** What each worker's last barrier said; guarded by this. */
  private final Map<Integer, Long> watermarks = new HashMap<>();

  private volatile long watermark = Barrier.NO_WATERMARK;
  private volatile String lastBadRecord;
  private volatile String lastValueError;

  /** Rows came in from outside, or were written to a sink. */
  public void rows(int count) {
    rowsRead.add(count);
  }

  /**
   * A worker has passed a barrier.
   *
   * @param value as the barrier says
   */
  public synchronized void watermark(int worker, long value) {
    watermarks.put(worker, value);
    long least = Collections.min(watermarks.values());
    if (least != Barrier.IDLE) {
      watermark = least;
    }
  }

  /** The watermark in ms; null while none is known and when no row comes any more. */
  public Long watermark() {
    long value = watermark;
    return value == Barrier.NO_WATERMARK || value == Barrier.END ? null : value;
  }

  @Override
  public void skipped(Split split, String message) {
    badRecords.increment();
    lastBadRecord = message;
  }

  @Override
  public void valueFailed(String expression, RuntimeException cause) {
    valueErrors.increment();
    lastValueError = expression + ": " + ValueFaults.describe(cause);
  }

  @Override
  public void lateRows(long count) {
    lateRows.add(count);
  }

  /** Rows that were dropped because they came too late. */
  public long lateRows() {
    return lateRows.sum();
  }

  public long rowsRead() {
    return rowsRead.sum();
  }

  public long badRecords() {
    return badRecords.sum();
  }

  public long valueErrors() {
    return valueErrors.sum();
  }

  /** The message of the newest bad record, or null. */
  public String lastBadRecord() {
    return lastBadRecord;
  }

  /** The newest value error, or null. */
  public String lastValueError() {
    return lastValueError;
  }
}
