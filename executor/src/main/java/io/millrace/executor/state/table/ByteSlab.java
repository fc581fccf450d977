package io.millrace.executor.state.table;

import java.util.Arrays;

/**
 * Byte strings in pages of cells of one size each. A string is named by a reference, 0 for the
 * empty one:
 *
 * <pre>
 *   63 … 42 page    41 … 28 first byte / 8    27 … 0 length
 * </pre>
 *
 * Strings do not move and, while they are held, do not change. A page without strings is freed.
 */
final class ByteSlab {
  static final int MAX_LENGTH = (1 << 28) - 1;

  private static final int PAGE_BYTES = 1 << 17;
  private static final int MAX_PAGES = 1 << 22;
  private static final int FIRST_PAGE_CELLS = 8;

  private byte[][] pages = {};

  /** By page: its cells' class, strings, free cells (a chain through the cells), unused end. */
  private int[] classes = {};

  private int[] live = {};
  private int[] freeCells = {};
  private int[] unused = {};

  private int pageCount;
  private final IntStack freePages = new IntStack();

  /** By class: the page that is being filled, or -1, others with room, bytes of all its pages. */
  private final int[] filling = new int[CellSizes.COUNT];

  private final IntStack[] withRoom = new IntStack[CellSizes.COUNT];
  private final long[] classBytes = new long[CellSizes.COUNT];
  private long memoryBytes;
  private long liveBytes;

  ByteSlab() {
    Arrays.fill(filling, -1);
  }

  static int length(long reference) {
    return (int) reference & MAX_LENGTH;
  }

  static int pageOf(long reference) {
    return (int) (reference >>> 42);
  }

  static int offsetOf(long reference) {
    return (int) (reference >>> 28 & 0x3FFF) << 3;
  }

  /** The pages as they are now, for reading strings that are held. */
  byte[][] pages() {
    return pages;
  }

  /** Copies the pages' references: what a snapshot reads. */
  byte[][] copyOfPages() {
    return Arrays.copyOf(pages, pageCount);
  }

  static void read(byte[][] pages, long reference, byte[] target, int offset) {
    int length = length(reference);
    if (length > 0) {
      System.arraycopy(pages[pageOf(reference)], offsetOf(reference), target, offset, length);
    }
  }

  static boolean equal(byte[][] pages, long reference, byte[] other, int offset, int length) {
    if (length(reference) != length) {
      return false;
    }
    int first = offsetOf(reference);
    return length == 0
        || Arrays.equals(
            pages[pageOf(reference)], first, first + length, other, offset, offset + length);
  }

  /** Stores a string and returns its reference. */
  long add(byte[] source, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (length > MAX_LENGTH) {
      throw new IllegalArgumentException("A byte string of " + length + " bytes");
    }
    int page;
    int at;
    if (length > PAGE_BYTES) {
      page = newPage(-1, length);
      at = 0;
    } else {
      int sizeClass = CellSizes.classOf(length);
      page = pageWithRoom(sizeClass);
      at = takeCell(page, CellSizes.size(sizeClass));
    }
    live[page]++;
    liveBytes += length + 8;
    System.arraycopy(source, offset, pages[page], at, length);
    return (long) page << 42 | (long) (at >>> 3) << 28 | length;
  }

  /**
   * Replaces a string in its place.
   *
   * @return the new reference, or -1 if the place is too small or much too large
   */
  long replace(long reference, byte[] source, int offset, int length) {
    int oldLength = length(reference);
    if (oldLength == 0
        || length == 0
        || oldLength > PAGE_BYTES
        || length > PAGE_BYTES
        || CellSizes.classOf(oldLength) != CellSizes.classOf(length)) {
      return -1;
    }
    System.arraycopy(source, offset, pages[pageOf(reference)], offsetOf(reference), length);
    liveBytes += length - oldLength;
    return reference & ~(long) MAX_LENGTH | length;
  }

  private int takeCell(int page, int size) {
    int cell = freeCells[page];
    if (cell >= 0) {
      freeCells[page] = Bytes.getInt(pages[page], cell);
      return cell;
    }
    cell = unused[page];
    unused[page] = cell + size;
    return cell;
  }

  private boolean hasRoom(int page, int size) {
    return freeCells[page] >= 0 || unused[page] + size <= pages[page].length;
  }

  private int pageWithRoom(int sizeClass) {
    int size = CellSizes.size(sizeClass);
    int page = filling[sizeClass];
    if (page >= 0 && hasRoom(page, size)) {
      return page;
    }
    IntStack others = withRoom[sizeClass];
    page = -1;
    while (others != null && !others.isEmpty() && page < 0) {
      int other = others.pop();
      // Pages may have been freed, filled or reused since they were put there.
      if (pages[other] != null && classes[other] == sizeClass && hasRoom(other, size)) {
        page = other;
      }
    }
    if (page < 0) {
      long wanted = Math.max(classBytes[sizeClass], (long) FIRST_PAGE_CELLS * size);
      page = newPage(sizeClass, (int) Math.max(size, Math.min(PAGE_BYTES, wanted) / size * size));
    }
    filling[sizeClass] = page;
    return page;
  }

  private int newPage(int sizeClass, int bytes) {
    int page = freePages.isEmpty() ? pageCount++ : freePages.pop();
    if (page >= MAX_PAGES) {
      throw new IllegalStateException("A table cannot hold so many byte strings");
    }
    if (page == pages.length) {
      int capacity = Math.max(4, 2 * page);
      pages = Arrays.copyOf(pages, capacity);
      classes = Arrays.copyOf(classes, capacity);
      live = Arrays.copyOf(live, capacity);
      freeCells = Arrays.copyOf(freeCells, capacity);
      unused = Arrays.copyOf(unused, capacity);
    }
    pages[page] = new byte[bytes];
    classes[page] = sizeClass;
    live[page] = 0;
    freeCells[page] = -1;
    unused[page] = 0;
    memoryBytes += bytes;
    if (sizeClass >= 0) {
      classBytes[sizeClass] += bytes;
    }
    return page;
  }

  /** Frees a string that nobody reads any more. */
  void free(long reference) {
    if (length(reference) == 0) {
      return;
    }
    int page = pageOf(reference);
    int sizeClass = classes[page];
    live[page]--;
    liveBytes -= length(reference) + 8;
    if (live[page] == 0) {
      memoryBytes -= pages[page].length;
      if (sizeClass >= 0) {
        classBytes[sizeClass] -= pages[page].length;
        if (filling[sizeClass] == page) {
          filling[sizeClass] = -1;
        }
      }
      pages[page] = null;
      freePages.push(page);
      return;
    }
    boolean wasFull = !hasRoom(page, CellSizes.size(sizeClass));
    Bytes.putInt(pages[page], offsetOf(reference), freeCells[page]);
    freeCells[page] = offsetOf(reference);
    if (wasFull && filling[sizeClass] != page) {
      if (withRoom[sizeClass] == null) {
        withRoom[sizeClass] = new IntStack();
      }
      withRoom[sizeClass].push(page);
    }
  }

  /** Empties the slab. Returns the old pages, from which strings can still be copied. */
  byte[][] detach() {
    byte[][] old = pages;
    pages = new byte[0][];
    classes = new int[0];
    live = new int[0];
    freeCells = new int[0];
    unused = new int[0];
    pageCount = 0;
    freePages.clear();
    Arrays.fill(filling, -1);
    Arrays.fill(withRoom, null);
    Arrays.fill(classBytes, 0);
    memoryBytes = 0;
    liveBytes = 0;
    return old;
  }

  /** Copies a string of a detached slab; returns its new reference. */
  long copyFrom(byte[][] old, long reference) {
    return length(reference) == 0
        ? 0
        : add(old[pageOf(reference)], offsetOf(reference), length(reference));
  }

  /** The bytes that strings in use need, about. */
  long liveBytes() {
    return liveBytes;
  }

  long memoryBytes() {
    return memoryBytes + 24L * pages.length;
  }
}
