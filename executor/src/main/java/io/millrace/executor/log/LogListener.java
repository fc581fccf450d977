package io.millrace.executor.log;

/**
 * Told of entries in the order of the log, each when it has become durable and before its append
 * returns.
 */
@FunctionalInterface
public interface LogListener {
  /** Called by an appending thread, one at a time; must be quick and must not append. */
  void durable(LogEntry entry);
}
