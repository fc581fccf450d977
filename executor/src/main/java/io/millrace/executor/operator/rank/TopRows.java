package io.millrace.executor.operator.rank;

import io.millrace.executor.operator.packed.PackedBytes;
import io.millrace.executor.operator.packed.PackedOrder;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;

/**
 * The first rows of one partition while they are changed, and those that were among them before the
 * epoch. In a record's byte cell they are, in this order, as
 *
 * <pre>
 *   [bytes of the whole, 4] [bytes of the sort columns, 4] [number, 4] [sort columns] [row, packed]
 * </pre>
 *
 * The number is the one that the row was put out with, 0 for none; between epochs it means nothing,
 * because then each row was put out with its place.
 */
final class TopRows {
  /** In a record: free for marking the partitions of a batch; 0 between batches. */
  static final int MARK = 0;

  /** In a record: how many first rows there are. */
  static final int COUNT = 1;

  /**
   * In a record: 0 if the epoch has not changed it, else one more than the rows that are not among
   * the first any more.
   */
  static final int GONE = 2;

  /** In a record with all the rows that are wanted: {@link SortKeys#prefix} of the last. */
  static final int LIMIT = 3;

  /** In a record: the byte cell. */
  static final int ROWS = 4;

  static final int WORDS = 5;

  private static final int HEADER = 12;

  private final int most;
  private final PackedOrder ties;
  private final int[] first;
  private int[] gone = new int[16];
  private int count;
  private int goneCount;
  private byte[] bytes = new byte[1024];
  private int end;
  private byte[] packed = new byte[1024];

  /**
   * @param most rows that are wanted
   * @param ties the order of rows that sort equal
   */
  TopRows(int most, PackedOrder ties) {
    this.most = most;
    this.ties = ties;
    this.first = new int[most + 1];
  }

  /** Reads a record. */
  void open(RecordTable table, int slot) {
    long[] page = table.page(slot);
    int at = table.offset(slot);
    count = (int) page[at + COUNT];
    goneCount = (int) Math.max(0, page[at + GONE] - 1);
    end = table.bytesLength(slot, ROWS);
    bytes = PackedBytes.grown(bytes, end);
    gone = gone.length < goneCount ? new int[2 * goneCount] : gone;
    table.readBytes(slot, ROWS, bytes, 0);
    int place = 0;
    for (int i = 0; i < count; i++) {
      first[i] = place;
      place += PackedBytes.getInt(bytes, place);
    }
    for (int i = 0; i < goneCount; i++) {
      gone[i] = place;
      place += PackedBytes.getInt(bytes, place);
    }
  }

  /** Gives each row the number of its place, if that is in the range that is put out. */
  void number(long from) {
    for (int i = 0; i < count; i++) {
      PackedBytes.putInt(bytes, first[i] + 8, i + 1 < from ? 0 : i + 1);
    }
  }

  /**
   * Adds a row of a batch.
   *
   * @return whether it is among the first
   */
  boolean add(SortKeys keys, int key, byte[] rows, int row, int rowLength) {
    int place = count;
    while (place > 0 && isBefore(keys, key, rows, row, first[place - 1])) {
      place--;
    }
    if (place == most) {
      return false;
    }
    System.arraycopy(first, place, first, place + 1, count - place);
    first[place] = end;
    count++;
    append(keys, key, rows, row, rowLength);
    if (count > most) {
      drop(first[--count]);
    }
    return true;
  }

  private boolean isBefore(SortKeys keys, int key, byte[] rows, int row, int entry) {
    int sorted = entry + HEADER;
    int sortedEnd = sorted + PackedBytes.getInt(bytes, entry + 4);
    int start = keys.start(key);
    int order =
        Arrays.compareUnsigned(
            keys.bytes(), start, start + keys.length(key), bytes, sorted, sortedEnd);
    return order < 0 || order == 0 && ties.compare(rows, row, bytes, sortedEnd) < 0;
  }

  private void append(SortKeys keys, int key, byte[] rows, int row, int rowLength) {
    int sortLength = keys.length(key);
    int length = Math.addExact(HEADER + sortLength, rowLength);
    bytes = PackedBytes.grown(bytes, Math.addExact(end, length));
    PackedBytes.putInt(bytes, end, length);
    PackedBytes.putInt(bytes, end + 4, sortLength);
    PackedBytes.putInt(bytes, end + 8, 0);
    System.arraycopy(keys.bytes(), keys.start(key), bytes, end + HEADER, sortLength);
    System.arraycopy(rows, row, bytes, end + HEADER + sortLength, rowLength);
    end += length;
  }

  private void drop(int entry) {
    if (PackedBytes.getInt(bytes, entry + 8) != 0) {
      gone = goneCount == gone.length ? Arrays.copyOf(gone, 2 * goneCount) : gone;
      gone[goneCount++] = entry;
    }
  }

  /** Writes the record, as one that the epoch has changed. */
  void write(RecordTable table, int slot) {
    int length = 0;
    packed = PackedBytes.grown(packed, end);
    for (int i = 0; i < count; i++) {
      length = pack(first[i], length);
    }
    for (int i = 0; i < goneCount; i++) {
      length = pack(gone[i], length);
    }
    table.writeBytes(slot, ROWS, packed, 0, length);
    long[] page = table.writablePage(slot);
    int at = table.offset(slot);
    page[at + COUNT] = count;
    page[at + GONE] = goneCount + 1L;
    int last = first[count - 1];
    page[at + LIMIT] = SortKeys.prefix(bytes, last + HEADER, PackedBytes.getInt(bytes, last + 4));
  }

  private int pack(int entry, int at) {
    int length = PackedBytes.getInt(bytes, entry);
    System.arraycopy(bytes, entry, packed, at, length);
    return at + length;
  }

  /** Puts out what the epoch has changed, and ends it for the record that is open. */
  void finish(RecordTable table, int slot, TopChanges changes) {
    for (int i = 0; i < goneCount; i++) {
      change(gone[i], 0, changes);
    }
    for (int i = 0; i < count; i++) {
      change(first[i], i + 1, changes);
    }
    if (goneCount > 0) {
      table.writeBytes(slot, ROWS, bytes, 0, gone[0]);
    }
    long[] page = table.writablePage(slot);
    page[table.offset(slot) + GONE] = 0;
  }

  private void change(int entry, int number, TopChanges changes) {
    int sortLength = PackedBytes.getInt(bytes, entry + 4);
    changes.add(
        bytes,
        entry + HEADER + sortLength,
        PackedBytes.getInt(bytes, entry) - HEADER - sortLength,
        PackedBytes.getInt(bytes, entry + 8),
        number);
  }
}
