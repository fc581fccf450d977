package io.millrace.executor.state.table;

import static io.millrace.executor.state.table.RecordShape.LIVE;
import static io.millrace.executor.state.table.RecordShape.RECENT;
import static io.millrace.executor.state.table.RecordShape.REMOVED;
import static io.millrace.executor.state.table.RecordShape.VERSION;

/**
 * Takes records out of a table's memory whose content is durable elsewhere: those that were not
 * used since the hand of the clock passed them last. What stays is moved together.
 */
final class RecordEviction {
  private final RecordShape shape;
  private final RecordPages pages;
  private final SlotIndex index;
  private final ByteSlab slab;
  private final ChangedSlots changes;
  private int hand;
  private long evicted;
  private boolean moved;

  RecordEviction(
      RecordShape shape, RecordPages pages, SlotIndex index, ByteSlab slab, ChangedSlots changes) {
    this.shape = shape;
    this.pages = pages;
    this.index = index;
    this.slab = slab;
    this.changes = changes;
  }

  /**
   * Evicts until so many bytes are free, or nothing is left that can be.
   *
   * @return how many records were evicted
   */
  long evict(long bytes) {
    evicted = 0;
    moved = false;
    long goal = bytesInUse() - bytes;
    // The first round may only find records that were used since the last one.
    for (int left = 2 * pages.pageCount(); left > 0 && bytesInUse() > goal; left--) {
      hand = hand + 1 < pages.pageCount() ? hand + 1 : 0;
      if (pages.pages()[hand] != null) {
        evictPage(hand);
      }
    }
    if (slab.memoryBytes() > slab.liveBytes() / 2 * 3 + (1 << 16)) {
      compactBytes();
    }
    return evicted;
  }

  /** Whether the last call moved or evicted any record, so that slots are not what they were. */
  boolean slotsChanged() {
    return moved || evicted > 0;
  }

  private long bytesInUse() {
    return pages.pageBytes() + slab.liveBytes();
  }

  private void evictPage(int page) {
    int first = page << shape.pageShift;
    int end = pages.used(page);
    for (int i = 0; i < end && pages.pages()[page] != null; i++) {
      long[] words = pages.pages()[page];
      int at = i * shape.stride;
      long head = words[at];
      if ((head & LIVE) == 0 || (head & VERSION) > changes.durable()) {
        continue;
      }
      if ((head & RECENT) != 0) {
        // Snapshots that share the page do not look at this bit.
        words[at] = head & ~RECENT;
        continue;
      }
      for (int cell : shape.byteCells) {
        pages.freeBytes(words[at + shape.firstValue + cell]);
      }
      if (!shape.fixedKey) {
        pages.freeBytes(words[at + 2]);
      }
      index.remove(shape.hash(words, at), first + i);
      pages.free(first + i);
      evicted++;
    }
    if (pages.pages()[page] != null && pages.isSparse(page)) {
      movePage(page);
    }
  }

  /** Moves the records of a page to others, so that it is freed. */
  private void movePage(int page) {
    long[] words = pages.pages()[page];
    int first = page << shape.pageShift;
    int end = pages.used(page);
    pages.shun(page);
    for (int i = 0; i < end; i++) {
      int at = i * shape.stride;
      long head = words[at];
      if ((head & (LIVE | REMOVED)) != 0) {
        int slot = pages.allocate();
        System.arraycopy(words, at, pages.privatePage(slot), pages.recordAt(slot), shape.stride);
        index.replace(shape.hash(words, at), first + i, slot);
        if ((head & VERSION) > changes.durable()) {
          // The lists of changed slots name the old one.
          pages.page(slot)[pages.recordAt(slot)] = head & ~VERSION | changes.version();
          changes.changed(slot);
          if ((head & REMOVED) != 0) {
            changes.removed(slot);
          }
        }
      }
    }
    pages.freePage(page);
    pages.shun(-1);
    moved = true;
  }

  /** Copies all byte strings to new pages, without the room between them. */
  private void compactBytes() {
    byte[][] old = slab.detach();
    pages.forgetFreedBytes();
    for (int page = 0; page < pages.pageCount(); page++) {
      if (pages.pages()[page] == null) {
        continue;
      }
      int end = pages.used(page);
      long[] words = pages.privatePage(page << shape.pageShift);
      for (int i = 0; i < end; i++) {
        int at = i * shape.stride;
        if ((words[at] & (LIVE | REMOVED)) == 0) {
          continue;
        }
        if (!shape.fixedKey) {
          words[at + 2] = slab.copyFrom(old, words[at + 2]);
        }
        for (int cell : shape.byteCells) {
          int word = at + shape.firstValue + cell;
          words[word] = slab.copyFrom(old, words[word]);
        }
      }
    }
  }
}
