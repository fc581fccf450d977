package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;

/** What a relation held before a new reader was attached to it. */
interface Backfill extends AutoCloseable {
  /** The next batch for the caller to release, or null if there is none now. */
  ChangeBatch poll();

  /** Whether all has been polled. */
  boolean isFinished();

  @Override
  void close();
}
