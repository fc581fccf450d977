package io.millrace.executor.state.table;

import java.util.Arrays;

/**
 * Pages of records with their free slots, shared with snapshots until they are changed. The first
 * page grows with its records, so that a small table is small.
 */
final class RecordPages {
  private static final int FIRST_RECORDS = 8;

  private final RecordShape shape;
  private final PagePool pool;
  private final ByteSlab slab;
  private final OpenSnapshots snapshots = new OpenSnapshots();
  private final int stride;
  private final int pageShift;
  private final int slotMask;

  private long[][] pages = {};

  /**
   * By page: the last snapshot before it was made; records; first free slot + 1; slots ever used.
   */
  private int[] born = {};

  private int[] occupied = {};
  private int[] firstFree = {};
  private int[] used = {};

  private int pageCount;
  private final IntStack freePages = new IntStack();
  private final IntStack withRoom = new IntStack();
  private int filling = -1;

  /** A page in which no slot is allocated, or -1. */
  private int shunned = -1;

  /** Pages born before it are shared. */
  private int sharedBelow;

  private long pageBytes;

  RecordPages(RecordShape shape, PagePool pool, ByteSlab slab) {
    this.shape = shape;
    this.pool = pool;
    this.slab = slab;
    this.stride = shape.stride;
    this.pageShift = shape.pageShift;
    this.slotMask = (1 << pageShift) - 1;
  }

  long[][] pages() {
    return pages;
  }

  int pageCount() {
    return pageCount;
  }

  long[] page(int slot) {
    return pages[slot >>> pageShift];
  }

  int recordAt(int slot) {
    return (slot & slotMask) * stride;
  }

  /** Whether a slot was ever used since its page was made. */
  boolean isUsed(int slot) {
    int page = slot >>> pageShift;
    return page < pageCount && (slot & slotMask) < used[page];
  }

  int used(int page) {
    return used[page];
  }

  int occupied(int page) {
    return occupied[page];
  }

  /** The page of a slot, which no snapshot reads. */
  long[] privatePage(int slot) {
    int number = slot >>> pageShift;
    return born[number] < sharedBelow ? copyPage(number) : pages[number];
  }

  private long[] copyPage(int number) {
    reclaim();
    long[] old = pages[number];
    if (born[number] >= sharedBelow) {
      return old;
    }
    long[] copy = pool.take(old.length);
    System.arraycopy(old, 0, copy, 0, old.length);
    replace(number, copy);
    return copy;
  }

  private void replace(int number, long[] page) {
    long[] old = pages[number];
    if (born[number] < sharedBelow) {
      snapshots.retire(old, born[number]);
    } else {
      pool.give(old);
    }
    pages[number] = page;
    born[number] = snapshots.last();
  }

  /** A free slot, in a page that is private now. */
  int allocate() {
    int page = filling >= 0 && hasRoom(filling) ? filling : pageWithRoom();
    int slot;
    if (firstFree[page] > 0) {
      int index = firstFree[page] - 1;
      slot = page << pageShift | index;
      firstFree[page] = (int) privatePage(slot)[index * stride];
    } else {
      int index = used[page];
      slot = page << pageShift | index;
      long[] words = privatePage(slot);
      if ((index + 1) * stride > words.length) {
        long[] larger = pool.take(Math.min(2 * words.length, stride << pageShift));
        System.arraycopy(words, 0, larger, 0, words.length);
        pageBytes += 8L * (larger.length - words.length);
        replace(page, larger);
      }
      used[page] = index + 1;
    }
    occupied[page]++;
    return slot;
  }

  private boolean hasRoom(int page) {
    return page != shunned && (firstFree[page] > 0 || used[page] <= slotMask);
  }

  private int pageWithRoom() {
    filling = -1;
    while (filling < 0 && !withRoom.isEmpty()) {
      int page = withRoom.pop();
      if (pages[page] != null && hasRoom(page)) {
        filling = page;
      }
    }
    if (filling < 0) {
      filling = newPage();
    }
    return filling;
  }

  private int newPage() {
    int page = freePages.isEmpty() ? pageCount++ : freePages.pop();
    if (page >= 1 << (31 - pageShift)) {
      throw new IllegalStateException("A table cannot hold so many records");
    }
    if (page == pages.length) {
      int capacity = Math.max(1, 2 * page);
      pages = Arrays.copyOf(pages, capacity);
      born = Arrays.copyOf(born, capacity);
      occupied = Arrays.copyOf(occupied, capacity);
      firstFree = Arrays.copyOf(firstFree, capacity);
      used = Arrays.copyOf(used, capacity);
    }
    int records = pageBytes == 0 ? Math.min(FIRST_RECORDS, slotMask + 1) : slotMask + 1;
    pages[page] = pool.take(records * stride);
    pageBytes += 8L * pages[page].length;
    born[page] = snapshots.last();
    occupied[page] = 0;
    firstFree[page] = 0;
    used[page] = 0;
    return page;
  }

  /** Frees the slot of a record. */
  void free(int slot) {
    int page = slot >>> pageShift;
    if (occupied[page] == 1) {
      freePage(page);
      return;
    }
    boolean wasFull = !hasRoom(page);
    long[] words = privatePage(slot);
    words[recordAt(slot)] = firstFree[page];
    firstFree[page] = (slot & slotMask) + 1;
    occupied[page]--;
    if (wasFull && page != filling) {
      withRoom.push(page);
    }
  }

  /** Allocates no slot in a page until another one, or none (-1), is named. */
  void shun(int page) {
    shunned = page;
  }

  /** Whether less than half of a page's slots hold records. */
  boolean isSparse(int page) {
    return occupied[page] <= slotMask >>> 1 && page != filling && slotMask > 0;
  }

  void forgetFreedBytes() {
    snapshots.forgetBytes();
  }

  /** The bytes of the table's own pages. */
  long pageBytes() {
    return pageBytes;
  }

  /** Frees a page, whose records are elsewhere or not needed. */
  void freePage(int page) {
    pageBytes -= 8L * pages[page].length;
    replace(page, null);
    occupied[page] = 0;
    firstFree[page] = 0;
    used[page] = 0;
    freePages.push(page);
    if (filling == page) {
      filling = -1;
    }
  }

  /** Frees a byte string, when no snapshot reads it any more. */
  void freeBytes(long reference) {
    if (snapshots.anyClosed()) {
      reclaim();
    }
    if (ByteSlab.length(reference) == 0) {
      return;
    }
    if (snapshots.anyOpen()) {
      snapshots.retire(reference);
    } else {
      slab.free(reference);
    }
  }

  boolean anySnapshotOpen() {
    return snapshots.anyOpen();
  }

  void reclaim() {
    snapshots.reclaim(pool, slab);
    sharedBelow = snapshots.newest();
  }

  /** A picture of all records as they are now. */
  FrozenPages freeze() {
    if (snapshots.anyClosed()) {
      reclaim();
    }
    int number = snapshots.open();
    sharedBelow = number;
    return new FrozenPages(
        shape,
        Arrays.copyOf(pages, pageCount),
        Arrays.copyOf(used, pageCount),
        slab.copyOfPages(),
        () -> snapshots.close(number));
  }

  long memoryBytes() {
    if (snapshots.anyClosed()) {
      reclaim();
    }
    return pageBytes
        + snapshots.memoryBytes()
        + 24L * pages.length
        + freePages.memoryBytes()
        + withRoom.memoryBytes();
  }
}
