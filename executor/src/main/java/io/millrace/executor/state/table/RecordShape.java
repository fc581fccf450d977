package io.millrace.executor.state.table;

import io.millrace.executor.state.KeyLayout;
import io.millrace.executor.state.RecordLayout;

/**
 * How a record lies in a page:
 *
 * <pre>
 *   word 0            63 free  62 recently used  61 removed  60 live
 *                     59 … 30 the version in which it was added   29 … 0 that of its last change
 *   words 1 …         the key's words; of a key with variable width its hash and its reference
 *   words firstValue… the value's words; in byte cells references
 * </pre>
 *
 * A slot without a record has a 0 in the bits 60 and 61, and the next free slot of its page + 1 in
 * the low bits.
 */
final class RecordShape {
  static final long LIVE = 1L << 60;
  static final long REMOVED = 1L << 61;
  static final long RECENT = 1L << 62;
  static final int VERSION_BITS = 30;
  static final long VERSION = (1L << VERSION_BITS) - 1;

  private static final int PAGE_WORDS = 1 << 13;

  final RecordLayout layout;
  final KeyLayout key;
  final boolean fixedKey;
  final int keyWords;
  final int valueWords;
  final int firstValue;
  final int stride;

  /** The value's words that are byte cells. */
  final int[] byteCells;

  /** For each value word whether it is a byte cell. */
  final boolean[] isByteCell;

  /** The binary logarithm of how many records a page has. */
  final int pageShift;

  RecordShape(RecordLayout layout) {
    this.layout = layout;
    this.key = new KeyLayout(layout.keyTypes());
    this.fixedKey = key.isFixedWidth();
    this.keyWords = fixedKey ? key.words() : 2;
    this.valueWords = layout.valueWords();
    this.firstValue = 1 + keyWords;
    this.stride = firstValue + valueWords;
    this.byteCells = layout.byteCells().stream().mapToInt(Integer::intValue).toArray();
    this.isByteCell = new boolean[valueWords];
    for (int cell : byteCells) {
      isByteCell[cell] = true;
    }
    this.pageShift = 31 - Integer.numberOfLeadingZeros(Math.max(1, PAGE_WORDS / stride));
  }

  boolean hasBytes() {
    return !fixedKey || byteCells.length > 0;
  }

  /** The hash of the record's key. */
  long hash(long[] page, int at) {
    return fixedKey ? key.hash(page, at + 1) : page[at + 1];
  }

  /**
   * The hash of a key that {@link #writeKey} wrote.
   *
   * @param words room for {@link #keyWords}
   */
  long hashOfKey(byte[] source, int offset, long[] words) {
    return hashOfKey(source, offset, layout.keyTypes().size(), words);
  }

  /** As {@link #hashOfKey}, of the key's first columns only. */
  long hashOfKey(byte[] source, int offset, int columns, long[] words) {
    if (!fixedKey) {
      return key.hash(source, offset, columns);
    }
    for (int i = 0; i < keyWords; i++) {
      words[i] = Bytes.getLong(source, offset + 8 * i);
    }
    return key.hash(words, 0, columns);
  }

  /** Whether a record has a key that {@link #writeKey} wrote. */
  boolean isKey(long[] page, int at, byte[][] slab, byte[] source, int offset, int length) {
    if (!fixedKey) {
      return ByteSlab.equal(slab, page[at + 2], source, offset, length);
    }
    for (int i = 0; i < keyWords; i++) {
      if (page[at + 1 + i] != Bytes.getLong(source, offset + 8 * i)) {
        return false;
      }
    }
    return true;
  }

  int keyLength(long[] page, int at) {
    return fixedKey ? 8 * keyWords : ByteSlab.length(page[at + 2]);
  }

  void writeKey(long[] page, int at, byte[][] slab, byte[] target, int offset) {
    if (fixedKey) {
      for (int i = 0; i < keyWords; i++) {
        Bytes.putLong(target, offset + 8 * i, page[at + 1 + i]);
      }
    } else {
      ByteSlab.read(slab, page[at + 2], target, offset);
    }
  }

  int valueLength(long[] page, int at) {
    int length = 8 * valueWords;
    for (int cell : byteCells) {
      length += ByteSlab.length(page[at + firstValue + cell]) - 4;
    }
    return length;
  }

  /** Writes the value's words big-endian; a byte cell as its length (4 bytes) and its bytes. */
  void writeValue(long[] page, int at, byte[][] slab, byte[] target, int offset) {
    int to = offset;
    for (int i = 0; i < valueWords; i++) {
      long word = page[at + firstValue + i];
      if (isByteCell[i]) {
        int length = ByteSlab.length(word);
        Bytes.putInt(target, to, length);
        ByteSlab.read(slab, word, target, to + 4);
        to += 4 + length;
      } else {
        Bytes.putLong(target, to, word);
        to += 8;
      }
    }
  }

  /** Reads back what {@link #writeKey} wrote. */
  void readKey(byte[] source, int offset, int length, long[] page, int at, ByteSlab slab) {
    if (fixedKey) {
      for (int i = 0; i < keyWords; i++) {
        page[at + 1 + i] = Bytes.getLong(source, offset + 8 * i);
      }
    } else {
      page[at + 1] = key.hash(source, offset);
      page[at + 2] = slab.add(source, offset, length);
    }
  }

  /** Reads back what {@link #writeValue} wrote. */
  void readValue(byte[] source, int offset, long[] page, int at, ByteSlab slab) {
    int from = offset;
    for (int i = 0; i < valueWords; i++) {
      if (isByteCell[i]) {
        int length = Bytes.getInt(source, from);
        page[at + firstValue + i] = slab.add(source, from + 4, length);
        from += 4 + length;
      } else {
        page[at + firstValue + i] = Bytes.getLong(source, from);
        from += 8;
      }
    }
  }
}
