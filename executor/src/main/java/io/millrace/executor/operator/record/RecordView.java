package io.millrace.executor.operator.record;

import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;

/**
 * The records of one chunk, to be read in one way whether they are in a table or are the copies
 * that were made when the epoch first touched them. Fields are public for loops.
 */
public final class RecordView {
  private static final byte[] NO_BYTES = {};

  /** For each record the page that holds it. */
  public final long[][] pages = new long[TouchedRecords.CHUNK][];

  /** For each record where in its page its first word is. */
  public final int[] offsets = new int[TouchedRecords.CHUNK];

  private final RecordTable table;
  private final int stride;
  private final int cells;
  private final int[] cellNumbers;
  private TouchedRecords.Chunk chunk;

  private RecordView(RecordTable table, RecordLayout layout) {
    this.table = table;
    this.stride = layout.valueWords();
    this.cells = layout.byteCells().size();
    this.cellNumbers = new int[stride];
    for (int i = 0; i < cells; i++) {
      cellNumbers[layout.byteCells().get(i)] = i;
    }
  }

  /** Of copies. */
  public static RecordView ofCopies(RecordLayout layout) {
    return new RecordView(null, layout);
  }

  /** Of a table's records, for change. */
  public static RecordView ofTable(RecordTable table) {
    return new RecordView(table, table.layout());
  }

  /** Speaks of a chunk's records from now on; its slots must be valid. */
  public void open(TouchedRecords.Chunk newChunk) {
    chunk = newChunk;
    for (int i = 0; i < newChunk.size(); i++) {
      if (table == null) {
        pages[i] = newChunk.words();
        offsets[i] = i * stride;
      } else {
        int slot = newChunk.slots()[i];
        pages[i] = table.writablePage(slot);
        offsets[i] = table.offset(slot);
      }
    }
  }

  /** The byte string in a byte cell. */
  public byte[] bytes(int record, int word) {
    if (table == null) {
      byte[] copy = chunk.bytes(record * cells + cellNumbers[word]);
      return copy == null ? NO_BYTES : copy;
    }
    int slot = chunk.slots()[record];
    int length = table.bytesLength(slot, word);
    if (length == 0) {
      return NO_BYTES;
    }
    byte[] bytes = new byte[length];
    table.readBytes(slot, word, bytes, 0);
    return bytes;
  }

  /** Replaces the byte string in a byte cell of a table's record. */
  public void writeBytes(int record, int word, byte[] source, int offset, int length) {
    table.writeBytes(chunk.slots()[record], word, source, offset, length);
  }
}
