package io.millrace.executor.state;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.ChangeBatch;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * The keys of a batch in the form that record tables compare (see {@link KeyLayout}), with their
 * hashes. Reused from batch to batch by its one owner. Arrays that it returns are its own: they are
 * read only, and valid until the next load.
 */
public final class KeyBatch {
  private static final byte[] NO_BYTES = {};

  private final KeyLayout layout;
  private int size;
  private long[] hashes = {};

  /** Of fixed-width keys all words; else a column at a time. */
  private long[] words = {};

  private byte[] arena = {};
  private int[] starts = {0};
  private int[] cursors = {};
  private boolean[] nulls = {};

  private byte[][] values = {};

  public KeyBatch(List<DataType> types) {
    this(new KeyLayout(types));
  }

  public KeyBatch(KeyLayout layout) {
    this.layout = layout;
  }

  /** The types of the key's columns. */
  public List<DataType> types() {
    return layout.types();
  }

  public KeyLayout layout() {
    return layout;
  }

  /** How many keys are loaded. */
  public int size() {
    return size;
  }

  /** A well-mixed hash of a key; equal keys have equal hashes, in every process. */
  public int hash(int key) {
    return (int) hashes[key];
  }

  /** All 64 bits of the hashes; {@link #hash} is the low half. */
  public long[] hashes() {
    return hashes;
  }

  /** The words of fixed-width keys, one key after the other. */
  public long[] words() {
    return words;
  }

  /** The bytes of keys with variable width. */
  public byte[] bytes() {
    return arena;
  }

  /** Where a key with variable width begins in {@link #bytes}; it ends where the next begins. */
  public int start(int key) {
    return starts[key];
  }

  /** Loads the keys of all rows of a batch; {@code columns} are the key's columns in it. */
  public void load(ChangeBatch batch, List<Integer> columns) {
    begin(batch.rowCount());
    if (layout.isFixedWidth()) {
      for (int i = 0; i < columns.size(); i++) {
        loadFixed(batch.column(columns.get(i)), i);
      }
    } else {
      measure();
      for (int i = 0; i < columns.size(); i++) {
        if (layout.types().get(i).isVariableWidth()) {
          FieldVector vector = batch.column(columns.get(i));
          boolean withNulls = readNulls(vector, i);
          addLengths(vector, withNulls);
        }
      }
      placeKeys();
      for (int i = 0; i < columns.size(); i++) {
        FieldVector vector = batch.column(columns.get(i));
        boolean withNulls = readNulls(vector, i);
        if (layout.types().get(i).isVariableWidth()) {
          copyBytes(vector, i, withNulls);
        } else {
          int width = KeyLayout.wordsOf(layout.types().get(i));
          words = grown(words, size * width);
          KeyColumns.readWords(vector, layout.types().get(i), size, words, 0, width);
          putWords(i, width, withNulls);
        }
      }
    }
    finishHashes();
  }

  /**
   * Loads keys given as Java objects, for look-ups.
   *
   * @param keys for each key the values of its columns: Boolean, Byte, Short, Integer, Long, Float,
   *     Double, BigDecimal, String, byte[]; DATE, TIME and TIMESTAMP as numbers; null for NULL
   * @throws IllegalArgumentException if a value does not fit its type
   */
  public void load(List<Object[]> keys) {
    begin(keys.size());
    if (!layout.isFixedWidth()) {
      measure();
      for (int i = 0; i < layout.types().size(); i++) {
        if (layout.types().get(i).isVariableWidth()) {
          readObjectBytes(keys, i);
          for (int key = 0; key < size; key++) {
            starts[key + 1] += values[key].length;
          }
        }
      }
      placeKeys();
    }
    for (int i = 0; i < layout.types().size(); i++) {
      loadObjects(keys, i);
    }
    Arrays.fill(values, null);
    finishHashes();
  }

  private void loadObjects(List<Object[]> keys, int column) {
    DataType type = layout.types().get(column);
    nulls = nulls.length < size ? new boolean[size] : nulls;
    boolean withNulls = false;
    for (int key = 0; key < size; key++) {
      nulls[key] = keys.get(key)[column] == null;
      withNulls |= nulls[key];
    }
    if (withNulls && !type.nullable()) {
      throw new IllegalArgumentException("NULL for column " + column + " of a key, " + type);
    }
    if (type.isVariableWidth()) {
      readObjectBytes(keys, column);
      for (int key = 0; key < size; key++) {
        putBytes(key, column, values[key], withNulls && nulls[key]);
      }
      return;
    }
    boolean fixed = layout.isFixedWidth();
    int width = KeyLayout.wordsOf(type);
    int stride = fixed ? layout.words() : width;
    int first = fixed ? layout.firstWord(column) : 0;
    words = grown(words, size * stride);
    for (int key = 0; key < size; key++) {
      if (!nulls[key]) {
        KeyColumns.writeWords(keys.get(key)[column], type, words, key * stride + first);
      }
    }
    if (fixed) {
      hashFixed(column, width, withNulls);
    } else {
      putWords(column, width, withNulls);
    }
  }

  private void readObjectBytes(List<Object[]> keys, int column) {
    values = values.length < size ? new byte[size][] : values;
    DataType type = layout.types().get(column);
    for (int key = 0; key < size; key++) {
      Object value = keys.get(key)[column];
      values[key] = value == null ? NO_BYTES : KeyColumns.bytes(value, type);
    }
  }

  private void begin(int rows) {
    size = rows;
    hashes = grown(hashes, rows);
    Arrays.fill(hashes, 0, rows, KeyHash.SEED);
    if (layout.isFixedWidth()) {
      words = grown(words, rows * layout.words());
      if (layout.nullWords() > 0) {
        Arrays.fill(words, 0, rows * layout.words(), 0);
      }
    }
  }

  private void finishHashes() {
    long[] target = hashes;
    for (int key = 0; key < size; key++) {
      target[key] = KeyHash.finish(target[key]);
    }
  }

  private void loadFixed(FieldVector vector, int column) {
    DataType type = layout.types().get(column);
    boolean withNulls = readNulls(vector, column);
    KeyColumns.readWords(vector, type, size, words, layout.firstWord(column), layout.words());
    hashFixed(column, KeyLayout.wordsOf(type), withNulls);
  }

  /** Takes the column's words into the hashes, after replacing the words of NULLs. */
  private void hashFixed(int column, int width, boolean withNulls) {
    long[] source = words;
    long[] target = hashes;
    int stride = layout.words();
    int at = layout.firstWord(column);
    if (width == 1 && !withNulls) {
      for (int key = 0; key < size; key++, at += stride) {
        target[key] = KeyHash.step(target[key], source[at]);
      }
      return;
    }
    for (int key = 0; key < size; key++, at += stride) {
      if (withNulls && nulls[key]) {
        Arrays.fill(source, at, at + width, 0);
        source[key * stride + (column >>> 6)] |= 1L << column;
        target[key] = KeyHash.step(target[key], KeyHash.NULL);
      } else {
        for (int i = 0; i < width; i++) {
          target[key] = KeyHash.step(target[key], source[at + i]);
        }
      }
    }
  }

  /** Reads which rows are NULL; false if none is. */
  private boolean readNulls(FieldVector vector, int column) {
    if (!layout.types().get(column).nullable() || size == 0 || vector.getNullCount() == 0) {
      return false;
    }
    nulls = nulls.length < size ? new boolean[size] : nulls;
    long address = vector.getValidityBufferAddress();
    for (int row = 0; row < size; row++) {
      nulls[row] = (MemoryUtil.getByte(address + (row >>> 3)) >>> (row & 7) & 1) == 0;
    }
    return true;
  }

  /** Begins the sizes of keys with what all of them have. */
  private void measure() {
    if (starts.length <= size) {
      starts = new int[size + 1];
    }
    int common = 8 * layout.nullWords();
    for (DataType type : layout.types()) {
      common += type.isVariableWidth() ? 4 : 8 * KeyLayout.wordsOf(type);
    }
    Arrays.fill(starts, 1, size + 1, common);
  }

  private void addLengths(FieldVector vector, boolean withNulls) {
    if (size == 0) {
      return;
    }
    long offsets = vector.getOffsetBuffer().memoryAddress();
    for (int row = 0; row < size; row++) {
      if (!withNulls || !nulls[row]) {
        starts[row + 1] +=
            MemoryUtil.getInt(offsets + 4L * row + 4) - MemoryUtil.getInt(offsets + 4L * row);
      }
    }
  }

  /** Turns sizes into places, and clears the NULL bits. */
  private void placeKeys() {
    cursors = cursors.length < size ? new int[size] : cursors;
    starts[0] = 0;
    for (int key = 0; key < size; key++) {
      cursors[key] = starts[key] + 8 * layout.nullWords();
      starts[key + 1] = Math.addExact(starts[key + 1], starts[key]);
    }
    if (arena.length < starts[size]) {
      arena = new byte[Math.max(starts[size], Math.min(2 * arena.length, 1 << 24))];
    }
    if (layout.nullWords() > 0) {
      for (int key = 0; key < size; key++) {
        Arrays.fill(arena, starts[key], cursors[key], (byte) 0);
      }
    }
  }

  private void copyBytes(FieldVector vector, int column, boolean withNulls) {
    if (size == 0) {
      return;
    }
    long offsets = vector.getOffsetBuffer().memoryAddress();
    long data = vector.getDataBuffer().memoryAddress();
    for (int row = 0; row < size; row++) {
      if (withNulls && nulls[row]) {
        putBytes(row, column, NO_BYTES, true);
        continue;
      }
      int from = MemoryUtil.getInt(offsets + 4L * row);
      int length = MemoryUtil.getInt(offsets + 4L * row + 4) - from;
      int at = cursors[row];
      putInt(at, length);
      copyFrom(data + from, at + 4, length);
      hashes[row] = KeyHash.step(hashes[row], KeyHash.ofBytes(arena, at + 4, length));
      cursors[row] = at + 4 + length;
    }
  }

  private void copyFrom(long address, int at, int length) {
    if (length <= 16) {
      for (int i = 0; i < length; i++) {
        arena[at + i] = MemoryUtil.getByte(address + i);
      }
    } else {
      MemoryUtil.copyFromMemory(address, arena, at, length);
    }
  }

  private void putBytes(int key, int column, byte[] value, boolean isNull) {
    int at = cursors[key];
    putInt(at, value.length);
    System.arraycopy(value, 0, arena, at + 4, value.length);
    cursors[key] = at + 4 + value.length;
    if (isNull) {
      setNullBit(key, column);
    }
    hashes[key] =
        KeyHash.step(
            hashes[key], isNull ? KeyHash.NULL : KeyHash.ofBytes(arena, at + 4, value.length));
  }

  private void putWords(int column, int width, boolean withNulls) {
    for (int key = 0; key < size; key++) {
      boolean isNull = withNulls && nulls[key];
      if (isNull) {
        setNullBit(key, column);
        hashes[key] = KeyHash.step(hashes[key], KeyHash.NULL);
      }
      for (int i = 0; i < width; i++) {
        long word = isNull ? 0 : words[key * width + i];
        putInt(cursors[key], (int) word);
        putInt(cursors[key] + 4, (int) (word >>> 32));
        cursors[key] += 8;
        if (!isNull) {
          hashes[key] = KeyHash.step(hashes[key], word);
        }
      }
    }
  }

  private void setNullBit(int key, int column) {
    arena[starts[key] + (column >>> 3)] |= (byte) (1 << (column & 7));
  }

  private void putInt(int at, int value) {
    arena[at] = (byte) value;
    arena[at + 1] = (byte) (value >>> 8);
    arena[at + 2] = (byte) (value >>> 16);
    arena[at + 3] = (byte) (value >>> 24);
  }

  private static long[] grown(long[] array, int length) {
    return array.length >= length ? array : new long[Math.max(length, 64)];
  }
}
