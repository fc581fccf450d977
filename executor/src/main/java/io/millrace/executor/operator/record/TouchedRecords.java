package io.millrace.executor.operator.record;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.state.RecordTable;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;

/**
 * The records that an epoch has touched: their keys, and what they held before. Kept in chunks that
 * are used again, as many as the last epoch needed.
 */
public final class TouchedRecords implements AutoCloseable {
  /** Records in a chunk: with a retraction and an insertion each they fill one batch. */
  public static final int CHUNK = 2048;

  /** Some touched records. */
  public static final class Chunk {
    private final FieldVector[] keys;
    private final long[] words;
    private final int[] slots = new int[CHUNK];

    /** For each record the contents of its byte cells, null for empty. */
    private final byte[][] bytes;

    private int size;

    Chunk(FieldVector[] keys, int stride, int cells) {
      this.keys = keys;
      this.words = new long[CHUNK * stride];
      this.bytes = new byte[CHUNK * cells][];
    }

    public int size() {
      return size;
    }

    /** The keys, a vector for each column; views. */
    public FieldVector[] keys() {
      return keys;
    }

    /** The slots that the records had when they were touched; may be overwritten. */
    public int[] slots() {
      return slots;
    }

    /** The words that the records had, one record after the other. */
    long[] words() {
      return words;
    }

    byte[] bytes(int cell) {
      return bytes[cell];
    }
  }

  private final RowType keyType;
  private final List<Integer> keyColumns;
  private final int stride;
  private final int[] byteCells;
  private final BufferAllocator allocator;
  private final ArrayDeque<Chunk> full = new ArrayDeque<>();
  private final ArrayDeque<Chunk> spare = new ArrayDeque<>();
  private Chunk current;
  private ChangeBatch batch;
  private int[] newRows = new int[64];
  private int newCount;
  private int used;
  private int keysIn;
  private long moves = -1;
  private boolean slotsStayed;

  /**
   * @param keyType the key's columns
   * @param keyColumns where they are in batches
   * @param stride how many words of a record are kept, from its first; 0 for none
   * @param byteCells which of them are byte cells
   */
  public TouchedRecords(
      RowType keyType,
      List<Integer> keyColumns,
      int stride,
      List<Integer> byteCells,
      BufferAllocator allocator) {
    this.keyType = keyType;
    this.keyColumns = keyColumns;
    this.stride = stride;
    this.byteCells = byteCells.stream().mapToInt(Integer::intValue).toArray();
    this.allocator = allocator;
  }

  /**
   * Goes on with a batch.
   *
   * @param newBatch its rows hold the keys of the records to come
   * @param movesNow {@link RecordTable#moves}, after the batch's records were found
   */
  public void beginBatch(ChangeBatch newBatch, long movesNow) {
    slotsStayed = isEmpty() ? movesNow >= 0 : slotsStayed && movesNow == moves;
    moves = movesNow;
    batch = newBatch;
    if (newRows.length < newBatch.rowCount()) {
      newRows = new int[newBatch.rowCount()];
    }
  }

  /** Copies a record before its first change; row {@code row} of the batch has its key. */
  public void add(RecordTable table, int slot, long[] page, int offset, int row) {
    if (current == null || current.size == CHUNK) {
      nextChunk();
    }
    Chunk chunk = current;
    int at = chunk.size;
    System.arraycopy(page, offset, chunk.words, at * stride, stride);
    chunk.slots[at] = slot;
    for (int i = 0; i < byteCells.length; i++) {
      int length = table.bytesLength(slot, byteCells[i]);
      byte[] copy = null;
      if (length > 0) {
        copy = new byte[length];
        table.readBytes(slot, byteCells[i], copy, 0);
      }
      chunk.bytes[at * byteCells.length + i] = copy;
    }
    chunk.size = at + 1;
    newRows[newCount++] = row;
  }

  /** Copies the keys of the records added since {@link #beginBatch}. */
  public void endBatch() {
    copyKeys();
    batch = null;
  }

  private void copyKeys() {
    if (newCount > 0) {
      for (int i = 0; i < current.keys.length; i++) {
        FieldVector source = batch.column(keyColumns.get(i));
        VectorGather.append(source, newRows, 0, newCount, current.keys[i], keysIn);
        normalize(current.keys[i], keysIn, newCount);
      }
      keysIn += newCount;
      newCount = 0;
    }
  }

  /** One key looks the same in every epoch: 0.0 for both zeros, one NaN. */
  private static void normalize(FieldVector keys, int from, int count) {
    if (keys instanceof Float8Vector) {
      ArrowBuf data = keys.getDataBuffer();
      for (long at = 8L * from; at < 8L * (from + count); at += 8) {
        double value = data.getDouble(at);
        data.setDouble(at, Double.isNaN(value) ? Double.NaN : value + 0.0);
      }
    } else if (keys instanceof Float4Vector) {
      ArrowBuf data = keys.getDataBuffer();
      for (long at = 4L * from; at < 4L * (from + count); at += 4) {
        float value = data.getFloat(at);
        data.setFloat(at, Float.isNaN(value) ? Float.NaN : value + 0.0f);
      }
    }
  }

  private void nextChunk() {
    if (current != null) {
      copyKeys();
      full.add(current);
    }
    current = spare.isEmpty() ? newChunk() : spare.pop();
    current.size = 0;
    keysIn = 0;
    used++;
  }

  private Chunk newChunk() {
    FieldVector[] keys = ArrowTypes.newVectors(keyType, allocator);
    for (FieldVector key : keys) {
      key.setInitialCapacity(CHUNK);
      key.allocateNew();
    }
    return new Chunk(keys, stride, byteCells.length);
  }

  /** The next chunk to put out, or null; {@link #putBack} takes it again. */
  public Chunk poll() {
    Chunk chunk = full.poll();
    if (chunk == null) {
      chunk = current;
      current = null;
    }
    if (chunk != null) {
      for (FieldVector key : chunk.keys) {
        key.setValueCount(chunk.size);
      }
    }
    return chunk;
  }

  /** Whether the slots in the chunks are still valid. */
  public boolean areSlotsValid(long movesNow) {
    return slotsStayed && movesNow == moves;
  }

  /** Whether every chunk has been polled. */
  public boolean isEmpty() {
    return current == null;
  }

  /** Takes a chunk back for the next epoch. */
  public void putBack(Chunk chunk) {
    spare.push(chunk);
    if (isEmpty()) {
      while (spare.size() > used) {
        free(spare.pop());
      }
      used = 0;
    }
  }

  private static void free(Chunk chunk) {
    for (FieldVector key : chunk.keys) {
      key.close();
    }
  }

  @Override
  public void close() {
    full.forEach(TouchedRecords::free);
    spare.forEach(TouchedRecords::free);
    if (current != null) {
      free(current);
      current = null;
    }
    full.clear();
    spare.clear();
  }
}
