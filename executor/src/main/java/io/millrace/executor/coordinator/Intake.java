package io.millrace.executor.coordinator;

import io.millrace.core.error.MillraceException;
import io.millrace.executor.task.TableFeeds;
import io.millrace.executor.worker.Worker;
import java.util.List;

/**
 * Whether rows come in from outside: sources are read and tables take writes. Belongs to the
 * coordinator's thread.
 */
final class Intake {
  private final List<Worker> workers;
  private final TableFeeds tableFeeds;
  private MillraceException suspension;
  private boolean ended;

  Intake(List<Worker> workers, TableFeeds tableFeeds) {
    this.workers = List.copyOf(workers);
    this.tableFeeds = tableFeeds;
  }

  /**
   * Lets rows in or not.
   *
   * @param reason why not, or null
   */
  void suspend(MillraceException reason) {
    boolean changes = (reason == null) != (suspension == null);
    suspension = reason;
    tableFeeds.suspend(reason);
    if (changes && !ended) {
      suspendSources(reason != null);
    }
  }

  /** Has sources read nothing any more: the last checkpoint holds all that they have read. */
  void end() {
    if (!ended) {
      ended = true;
      suspendSources(true);
    }
  }

  private void suspendSources(boolean suspended) {
    workers.forEach(worker -> worker.tell(() -> worker.relations().suspend(suspended)));
  }

  /** Why no rows come in, or null. */
  MillraceException suspension() {
    return suspension;
  }
}
