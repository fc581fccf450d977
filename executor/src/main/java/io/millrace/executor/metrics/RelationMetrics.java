package io.millrace.executor.metrics;

import io.millrace.core.function.ValueFaults;
import io.millrace.executor.connector.BadRecords;
import io.millrace.executor.connector.Split;
import io.millrace.executor.operator.ErrorReport;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens in one relation, on all workers. Thread-safe. */
public final class RelationMetrics implements BadRecords, ErrorReport {
  private final LongAdder rowsRead = new LongAdder();
  private final LongAdder badRecords = new LongAdder();
  private final LongAdder valueErrors = new LongAdder();
  private volatile String lastBadRecord;
  private volatile String lastValueError;

  /** Rows came in from outside, or were written to a sink. */
  public void rows(int count) {
    rowsRead.add(count);
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
