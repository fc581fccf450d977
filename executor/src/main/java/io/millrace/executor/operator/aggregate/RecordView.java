package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.RecordTable;

/** Records to read, either of a table or as they were when an epoch first touched them. */
final class RecordView {
  private static final byte[] NO_BYTES = {};

  final long[][] pages = new long[TouchedGroups.CHUNK][];
  final int[] offsets = new int[TouchedGroups.CHUNK];
  int[] slots;

  /** The table, or null for copies. */
  final RecordTable table;

  private final int[] cellNumbers;
  private byte[][] copies;

  /**
   * @param cellNumbers for each word the number of its byte cell among all byte cells
   */
  RecordView(RecordTable table, int[] cellNumbers) {
    this.table = table;
    this.cellNumbers = cellNumbers;
  }

  void copiesIn(TouchedGroups.Chunk chunk, int stride) {
    copies = chunk.bytes;
    for (int i = 0; i < chunk.size; i++) {
      pages[i] = chunk.words;
      offsets[i] = i * stride;
    }
  }

  /** The byte string in a byte cell. */
  byte[] bytes(int record, int word) {
    if (table == null) {
      int cells = copies.length / TouchedGroups.CHUNK;
      byte[] copy = copies[record * cells + cellNumbers[word]];
      return copy == null ? NO_BYTES : copy;
    }
    int length = table.bytesLength(slots[record], word);
    if (length == 0) {
      return NO_BYTES;
    }
    byte[] bytes = new byte[length];
    table.readBytes(slots[record], word, bytes, 0);
    return bytes;
  }
}
