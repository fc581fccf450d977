package io.millrace.executor.state.table;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Pages that are free for reuse, since memory that was never touched is dear. One thread owns it.
 */
public final class PagePool {
  private final long maximumBytes;
  private final Map<Integer, ArrayDeque<long[]>> pagesByLength = new HashMap<>();
  private long bytes;

  /**
   * @param maximumBytes pages beyond it are left to the garbage collector
   */
  public PagePool(long maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  /** A page of this length with any content. */
  long[] take(int length) {
    ArrayDeque<long[]> pages = pagesByLength.get(length);
    long[] page = pages == null ? null : pages.poll();
    if (page == null) {
      return new long[length];
    }
    bytes -= 8L * length;
    return page;
  }

  void give(long[] page) {
    if (bytes + 8L * page.length <= maximumBytes) {
      pagesByLength.computeIfAbsent(page.length, length -> new ArrayDeque<>()).push(page);
      bytes += 8L * page.length;
    }
  }

  /** Leaves all pages to the garbage collector. */
  public void clear() {
    pagesByLength.clear();
    bytes = 0;
  }

  public long memoryBytes() {
    return bytes;
  }
}
