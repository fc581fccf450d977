package io.millrace.executor.task;

import io.millrace.core.error.MillraceException;
import io.millrace.executor.log.LogEntry;
import io.millrace.executor.log.LogListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sorts the durable entries of the table log by table. Thread-safe. */
public final class TableFeeds implements LogListener {
  private final Map<Long, TableFeed> feeds = new ConcurrentHashMap<>();
  private volatile long published;
  private volatile MillraceException suspension;

  /** Makes the feed of a new table. */
  public TableFeed open(long tableId) {
    return feeds.computeIfAbsent(tableId, id -> new TableFeed());
  }

  /** The feed of a table, or null. */
  public TableFeed find(long tableId) {
    return feeds.get(tableId);
  }

  /** Ends the feed of a table that is dropped; later entries are ignored. */
  public void close(long tableId) {
    TableFeed feed = feeds.remove(tableId);
    if (feed != null) {
      feed.close();
    }
  }

  /** Ends all feeds. */
  public void closeAll() {
    feeds.keySet().forEach(this::close);
  }

  /**
   * Has writers to all tables refused for a time.
   *
   * @param reason null: no more
   */
  public void suspend(MillraceException reason) {
    suspension = reason;
  }

  /** Throws if no table takes writes. */
  public void checkWritable() {
    MillraceException reason = suspension;
    if (reason != null) {
      throw reason;
    }
  }

  @Override
  public void durable(LogEntry entry) {
    TableFeed feed = feeds.get(entry.tableId());
    if (feed != null) {
      feed.add(entry);
    }
    published = entry.end();
  }

  /** Names the position up to which entries are in the feeds before any is added. */
  public void startAt(long position) {
    published = position;
  }

  /** The position in the table log up to which all entries are in their feeds. */
  public long published() {
    return published;
  }
}
