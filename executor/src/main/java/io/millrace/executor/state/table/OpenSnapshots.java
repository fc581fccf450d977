package io.millrace.executor.state.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Which snapshots of a table are still read, by their sequence numbers, and what only they need:
 * pages that were replaced and byte strings that were freed. The table's owner calls all methods
 * but {@link #close}.
 */
final class OpenSnapshots {
  private record RetiredPage(long[] page, int born, int retired) {}

  private record RetiredBytes(long[] references, int count, int retired) {}

  private final ConcurrentLinkedQueue<Integer> closed = new ConcurrentLinkedQueue<>();
  private final List<Integer> open = new ArrayList<>();
  private List<RetiredPage> retiredPages = new ArrayList<>();
  private final ArrayDeque<RetiredBytes> retiredBytes = new ArrayDeque<>();
  private long[] bytesBeingRetired = new long[64];
  private int bytesCount;
  private int bytesRetiredAt;
  private int last;
  private long memoryBytes;

  /** Opens a snapshot of everything that is there now; returns its number, from 1. */
  int open() {
    sealBytes();
    open.add(++last);
    return last;
  }

  /** Any thread: the snapshot is read no more. */
  void close(int number) {
    closed.add(number);
  }

  /** The number of the last snapshot ever opened: pages made now are in none up to it. */
  int last() {
    return last;
  }

  /** The newest open snapshot, or 0: pages made before it are shared with it. */
  int newest() {
    return open.isEmpty() ? 0 : open.get(open.size() - 1);
  }

  boolean anyOpen() {
    return !open.isEmpty();
  }

  boolean anyClosed() {
    return !closed.isEmpty();
  }

  /** A page that was replaced; {@code born} is {@link #last} of when it was made. */
  void retire(long[] page, int born) {
    retiredPages.add(new RetiredPage(page, born, last));
    memoryBytes += 8L * page.length;
  }

  /** A byte string that is no longer in the table. */
  void retire(long reference) {
    if (bytesCount == bytesBeingRetired.length) {
      sealBytes();
    }
    bytesBeingRetired[bytesCount++] = reference;
    bytesRetiredAt = last;
  }

  private void sealBytes() {
    if (bytesCount > 0) {
      retiredBytes.add(
          new RetiredBytes(
              java.util.Arrays.copyOf(bytesBeingRetired, bytesCount), bytesCount, bytesRetiredAt));
      bytesCount = 0;
    }
  }

  /** Gives back what only snapshots needed that were closed meanwhile. */
  void reclaim(PagePool pool, ByteSlab slab) {
    boolean any = false;
    for (Integer number = closed.poll(); number != null; number = closed.poll()) {
      open.remove(number);
      any = true;
    }
    if (!any) {
      return;
    }
    List<RetiredPage> kept = new ArrayList<>();
    for (RetiredPage retired : retiredPages) {
      if (isNeeded(retired)) {
        kept.add(retired);
      } else {
        memoryBytes -= 8L * retired.page.length;
        pool.give(retired.page);
      }
    }
    retiredPages = kept;
    sealBytes();
    int oldest = open.isEmpty() ? Integer.MAX_VALUE : open.get(0);
    while (!retiredBytes.isEmpty() && retiredBytes.peek().retired < oldest) {
      RetiredBytes retired = retiredBytes.poll();
      for (int i = 0; i < retired.count; i++) {
        slab.free(retired.references[i]);
      }
    }
  }

  /** Forgets byte strings that were freed: their slab is no longer the table's. */
  void forgetBytes() {
    retiredBytes.clear();
    bytesCount = 0;
  }

  private boolean isNeeded(RetiredPage page) {
    for (int number : open) {
      if (number > page.born && number <= page.retired) {
        return true;
      }
    }
    return false;
  }

  long memoryBytes() {
    return memoryBytes;
  }
}
