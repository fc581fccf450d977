package io.millrace.executor.operator.join;

import io.millrace.core.type.DataType;
import io.millrace.executor.operator.packed.PackedBytes;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import io.millrace.executor.state.StateTables;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one input, by join key. A record a key counts its rows and holds them, as {@link
 * Entries}; when they become too many for that they move to an ordered table, each under its key
 * and its own bytes.
 *
 * <p>A batch's keys are first found, then changed one key after the other, each between {@link
 * #beginKey} and {@link #endKey}.
 */
final class SideState {
  /** The sum of the weights of a key's rows. */
  static final int COUNT = 0;

  /** Between {@code process} calls 0; free for marking the keys of a batch. */
  static final int MARK = 1;

  /** How many different rows there are, times two, plus one if they are in the ordered table. */
  private static final int ENTRIES = 2;

  private static final int ROWS = 3;

  /** Entries of a record that take more bytes than this move to the ordered table. */
  private static final int INLINE_BYTES = 2048;

  /** Entries read from the ordered table at once. */
  private static final int CHUNK_BYTES = 1 << 16;

  private final RecordTable table;
  private final OrderedTable rows;
  private final OrderedTable matches;
  private final boolean keepsRows;
  private final boolean countsMatches;
  private final Entries entries;
  private byte[] longKey = new byte[64];

  /** 0 while the open key's prefix is not written. */
  private int prefixLength;

  private KeyBatch keys;
  private int key;
  private int[] slots = new int[64];
  private long negatives;

  /** The key that is open. */
  private int slot;

  private boolean inOrder;
  private long entryCount;
  private boolean entriesChanged;
  private boolean inlineRead;

  /** The row behind which the next rows are read from the ordered table, under its key. */
  private byte[] position = new byte[64];

  /** 0 at the open key's first row, -1 behind its last. */
  private int positionLength;

  private long moves;

  /**
   * @param keepsRows whether rows are kept; otherwise they are only counted
   * @param countsMatches whether each row is kept with the number of rows that match it
   */
  SideState(
      StateTables tables,
      String name,
      List<DataType> keyTypes,
      boolean keepsRows,
      boolean countsMatches) {
    this.keepsRows = keepsRows;
    this.countsMatches = countsMatches;
    RecordLayout layout =
        keepsRows
            ? new RecordLayout(keyTypes, 4, List.of(ROWS))
            : new RecordLayout(keyTypes, 2, List.of());
    this.table = tables.records(name, layout, Redistribution.byKey(keyTypes));
    Redistribution byKey = Redistribution.byHash(0, keyTypes);
    this.rows = keepsRows ? tables.ordered(name + "-rows", byKey) : null;
    this.matches = countsMatches ? tables.ordered(name + "-matches", byKey) : null;
    this.entries = new Entries(countsMatches);
  }

  RecordTable table() {
    return table;
  }

  /** Rows that were taken back more often than they came; 0 at the end of every epoch. */
  long negatives() {
    return negatives;
  }

  /** Finds the records of a batch's keys, for reading. */
  void find(KeyBatch batchKeys) {
    room(batchKeys.size());
    table.find(batchKeys, slots);
    moves = table.moves();
  }

  /**
   * Finds the records again if they may have moved, and goes on with the open key. All records that
   * were there still are.
   */
  void findAgain(KeyBatch batchKeys) {
    if (table.moves() != moves) {
      find(batchKeys);
      slot = slots[key];
    }
  }

  /** Finds the records of a batch's keys, for change. */
  void findOrAdd(KeyBatch batchKeys) {
    room(batchKeys.size());
    table.findOrAdd(batchKeys, slots);
    moves = table.moves();
  }

  /** The records' slots, by the number of the key in the batch. */
  int[] slots() {
    return slots;
  }

  private void room(int size) {
    if (slots.length < size) {
      slots = new int[Math.max(size, 2 * slots.length)];
    }
  }

  /**
   * Looks at the rows of the keys that were found last, all in one go: the processor then waits for
   * many of them at once, and the rest of the work on the batch finds them in its cache.
   *
   * @param found which of the keys, by number; the first {@code count}
   * @return a number without meaning, which keeps the reading from being left out
   */
  long touch(int[] found, int count) {
    long touched = 0;
    for (int i = 0; keepsRows && i < count; i++) {
      int keySlot = slots[found[i]];
      if (keySlot != RecordTable.ABSENT) {
        touched += table.bytesLength(keySlot, ROWS);
      }
    }
    return touched;
  }

  /** Whether a key of the batch has a record. */
  boolean has(int batchKey) {
    return slots[batchKey] != RecordTable.ABSENT;
  }

  /** How many rows a key of the batch has. */
  long count(int batchKey) {
    int keySlot = slots[batchKey];
    return keySlot == RecordTable.ABSENT ? 0 : table.page(keySlot)[table.offset(keySlot) + COUNT];
  }

  /** Opens a key of the batch that was found last; its record is there. */
  void beginKey(KeyBatch newKeys, int newKey) {
    keys = newKeys;
    key = newKey;
    prefixLength = 0;
    slot = slots[key];
    entriesChanged = false;
    inlineRead = false;
    positionLength = 0;
    if (keepsRows) {
      long word = table.page(slot)[table.offset(slot) + ENTRIES];
      entryCount = word >>> 1;
      inOrder = (word & 1) != 0;
    }
  }

  /** The hash first, so that key groups can be told apart. */
  private void writePrefix() {
    if (prefixLength > 0) {
      return;
    }
    int hash = keys.hash(key);
    for (int i = 0; i < 4; i++) {
      longKey[i] = (byte) (hash >>> (24 - 8 * i));
    }
    if (keys.layout().isFixedWidth()) {
      int words = keys.layout().words();
      prefixLength = 4 + 8 * words;
      longKey = PackedBytes.grown(longKey, prefixLength);
      for (int i = 0; i < words; i++) {
        PackedBytes.putLong(longKey, 4 + 8 * i, keys.words()[key * words + i]);
      }
    } else {
      int length = keys.start(key + 1) - keys.start(key);
      prefixLength = 8 + length;
      longKey = PackedBytes.grown(longKey, prefixLength);
      PackedBytes.putInt(longKey, 4, length);
      System.arraycopy(keys.bytes(), keys.start(key), longKey, 8, length);
    }
  }

  private int writeRow(byte[] row, int offset, int length) {
    writePrefix();
    longKey = PackedBytes.grown(longKey, prefixLength + length);
    System.arraycopy(row, offset, longKey, prefixLength, length);
    return prefixLength + length;
  }

  private void readInline() {
    if (!inlineRead) {
      inlineRead = true;
      int length = table.bytesLength(slot, ROWS);
      entries.clear();
      entries.bytes = PackedBytes.grown(entries.bytes, length);
      table.readBytes(slot, ROWS, entries.bytes, 0);
      entries.end = length;
    }
  }

  /**
   * The next rows of the open key, or null after the last. Valid until the next call; nothing is
   * added in between.
   */
  Entries nextEntries() {
    if (inOrder) {
      return positionLength < 0 ? null : readOrdered();
    }
    if (inlineRead || entryCount == 0) {
      return null;
    }
    readInline();
    entries.rewind();
    return entries;
  }

  private Entries readOrdered() {
    writePrefix();
    OrderedTable.Scan scan =
        positionLength == 0
            ? rows.scan(longKey, 0, prefixLength, prefixLength)
            : rows.scan(position, 0, positionLength, prefixLength);
    entries.clear();
    boolean more = scan.next();
    if (more && positionLength > 0 && isAtPosition(scan)) {
      more = scan.next();
    }
    while (more) {
      int offset = scan.start() + prefixLength;
      int length = scan.length() - prefixLength;
      long matching = 0;
      if (countsMatches) {
        int keyLength = writeRow(scan.bytes(), offset, length);
        matching = matches.add(longKey, 0, keyLength, 0);
      }
      entries.append(scan.bytes(), offset, length, scan.count(), matching);
      if (entries.end >= CHUNK_BYTES) {
        positionLength = scan.length();
        position = PackedBytes.grown(position, positionLength);
        System.arraycopy(scan.bytes(), scan.start(), position, 0, positionLength);
        return entries;
      }
      more = scan.next();
    }
    positionLength = -1;
    return entries.end == 0 ? null : entries;
  }

  private boolean isAtPosition(OrderedTable.Scan scan) {
    return Arrays.equals(
        position, 0, positionLength, scan.bytes(), scan.start(), scan.start() + scan.length());
  }

  /**
   * Adds to a row's weight.
   *
   * @param matching how many rows match it now, if that is counted
   */
  void add(byte[] row, int offset, int length, long weight, long matching) {
    long old;
    if (inOrder) {
      int keyLength = writeRow(row, offset, length);
      old = rows.add(longKey, 0, keyLength, weight) - weight;
      if (countsMatches && matching != 0 && (old == 0 || old + weight == 0)) {
        matches.add(longKey, 0, keyLength, old == 0 ? matching : -matching);
      }
    } else {
      readInline();
      entriesChanged = true;
      if (entries.find(row, offset, length)) {
        old = entries.weight();
        if (old + weight == 0) {
          entries.remove();
        } else {
          entries.setWeight(old + weight);
        }
      } else {
        old = 0;
        entries.append(row, offset, length, weight, matching);
      }
    }
    long now = old + weight;
    entryCount += (now != 0 ? 1 : 0) - (old != 0 ? 1 : 0);
    negatives += (now < 0 ? 1 : 0) - (old < 0 ? 1 : 0);
  }

  /** Changes the matches of the current one of the entries that were returned last. */
  void addMatches(long delta) {
    if (inOrder) {
      int keyLength = writeRow(entries.bytes, entries.row(), entries.length());
      matches.add(longKey, 0, keyLength, delta);
    } else {
      entries.setMatches(entries.matches() + delta);
      entriesChanged = true;
    }
  }

  /** Writes what was changed of the open key, and removes its record if no rows are left. */
  void endKey() {
    if (!keepsRows) {
      long[] page = table.writablePage(slot);
      int at = table.offset(slot);
      page[at + MARK] = 0;
      if (page[at + COUNT] == 0) {
        table.remove(slot);
      }
      return;
    }
    if (entriesChanged && entryCount > 0) {
      if (entries.end > INLINE_BYTES) {
        moveToOrder();
      } else {
        table.writeBytes(slot, ROWS, entries.bytes, 0, entries.end);
      }
    }
    long[] page = table.writablePage(slot);
    int at = table.offset(slot);
    page[at + MARK] = 0;
    page[at + ENTRIES] = entryCount << 1 | (inOrder ? 1 : 0);
    if (entryCount == 0) {
      table.remove(slot);
    }
  }

  private void moveToOrder() {
    entries.rewind();
    while (entries.next()) {
      int keyLength = writeRow(entries.bytes, entries.row(), entries.length());
      rows.add(longKey, 0, keyLength, entries.weight());
      if (countsMatches && entries.matches() != 0) {
        matches.add(longKey, 0, keyLength, entries.matches());
      }
    }
    inOrder = true;
    table.writeBytes(slot, ROWS, entries.bytes, 0, 0);
  }
}
