package io.millrace.executor.state.table;

/**
 * Finds slots by hash: open addressing with linear probing in segments, which are found by the
 * hash's top bits (extendible hashing). A full segment is split alone, so that no insertion waits
 * for a large table to be rehashed, and neither records nor keys are read for it.
 *
 * <pre>
 *   entry   63 … 32  the hash's high half, the "tag"        0: free
 *           31 …  0  slot + 1
 *   segment entries by (tag &amp; mask), then how many are used, then how many tag bits it has in common
 * </pre>
 */
final class SlotIndex {
  private static final int FIRST_CAPACITY = 16;
  private static final int SEGMENT_CAPACITY = 1 << 16;

  private long[][] directory = {new long[FIRST_CAPACITY + 2]};
  private int directoryShift = 32;
  private int mask = FIRST_CAPACITY - 1;
  private int segments = 1;

  /**
   * Looks up the first entry with each hash's tag. Most are the right ones; the caller compares.
   *
   * @param candidates gets a slot or -1 for each of the first {@code count} hashes
   */
  void candidates(long[] hashes, int count, int[] candidates) {
    long[][] segmentsByTag = directory;
    int shift = directoryShift;
    int capacityMask = mask;
    for (int i = 0; i < count; i++) {
      long tag = hashes[i] >>> 32;
      long[] segment = segmentsByTag[(int) (tag >>> shift)];
      int at = (int) tag & capacityMask;
      long entry = segment[at];
      while (entry != 0 && entry >>> 32 != tag) {
        at = (at + 1) & capacityMask;
        entry = segment[at];
      }
      candidates[i] = (int) entry - 1;
    }
  }

  /**
   * Goes through the slots with a hash's tag.
   *
   * @param previous the slot returned before, or -1 at first
   * @return the next one, or -1
   */
  int next(long hash, int previous) {
    long tag = hash >>> 32;
    long[] segment = directory[(int) (tag >>> directoryShift)];
    int at = (int) tag & mask;
    boolean passed = previous < 0;
    for (long entry = segment[at]; entry != 0; entry = segment[at]) {
      if (entry >>> 32 == tag) {
        if (passed) {
          return (int) entry - 1;
        }
        passed = (int) entry - 1 == previous;
      }
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** Adds a slot, which is not there yet. */
  void add(long hash, int slot) {
    long tag = hash >>> 32;
    long[] segment = directory[(int) (tag >>> directoryShift)];
    while (segment[mask + 1] >= maximum(mask + 1)) {
      grow(segment, tag);
      segment = directory[(int) (tag >>> directoryShift)];
    }
    insert(segment, mask, tag << 32 | (slot + 1));
    segment[mask + 1]++;
  }

  private static int maximum(int capacity) {
    return capacity / 8 * 5;
  }

  private static void insert(long[] segment, int mask, long entry) {
    int at = (int) (entry >>> 32) & mask;
    while (segment[at] != 0) {
      at = (at + 1) & mask;
    }
    segment[at] = entry;
  }

  private void grow(long[] segment, long tag) {
    int capacity = mask + 1;
    if (capacity < SEGMENT_CAPACITY) {
      long[] larger = new long[2 * capacity + 2];
      for (int i = 0; i < capacity; i++) {
        if (segment[i] != 0) {
          insert(larger, 2 * capacity - 1, segment[i]);
        }
      }
      larger[2 * capacity] = segment[capacity];
      mask = 2 * capacity - 1;
      directory[0] = larger;
      return;
    }
    split(segment, tag);
  }

  private void split(long[] segment, long tag) {
    int capacity = mask + 1;
    int depth = (int) segment[capacity + 1];
    if (depth >= 16) {
      throw new IllegalStateException("A table cannot hold so many keys");
    }
    if (32 - depth == directoryShift) {
      long[][] larger = new long[2 * directory.length][];
      for (int i = 0; i < larger.length; i++) {
        larger[i] = directory[i >>> 1];
      }
      directory = larger;
      directoryShift--;
    }
    long[][] halves = {new long[capacity + 2], new long[capacity + 2]};
    for (int i = 0; i < capacity; i++) {
      long entry = segment[i];
      if (entry != 0) {
        long[] half = halves[(int) (entry >>> (63 - depth)) & 1];
        insert(half, mask, entry);
        half[capacity]++;
      }
    }
    halves[0][capacity + 1] = depth + 1;
    halves[1][capacity + 1] = depth + 1;
    int places = 1 << (32 - directoryShift - depth);
    int first = (int) (tag >>> directoryShift) & -places;
    for (int i = 0; i < places; i++) {
      directory[first + i] = halves[i < places / 2 ? 0 : 1];
    }
    segments++;
  }

  /** Gives a record another slot. */
  void replace(long hash, int slot, int newSlot) {
    long tag = hash >>> 32;
    directory[(int) (tag >>> directoryShift)][find(tag, slot)] = tag << 32 | (newSlot + 1);
  }

  /** Removes a slot, which is there. */
  void remove(long hash, int slot) {
    long tag = hash >>> 32;
    long[] segment = directory[(int) (tag >>> directoryShift)];
    int hole = find(tag, slot);
    int at = hole;
    while (true) {
      at = (at + 1) & mask;
      long entry = segment[at];
      if (entry == 0) {
        break;
      }
      int home = (int) (entry >>> 32) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        segment[hole] = entry;
        hole = at;
      }
    }
    segment[hole] = 0;
    segment[mask + 1]--;
  }

  private int find(long tag, int slot) {
    long[] segment = directory[(int) (tag >>> directoryShift)];
    long wanted = tag << 32 | (slot + 1);
    int at = (int) tag & mask;
    while (segment[at] != wanted) {
      if (segment[at] == 0) {
        throw new IllegalStateException("Slot " + slot + " is not in the index");
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  long memoryBytes() {
    return segments * (8L * mask + 40) + 8L * directory.length;
  }
}
