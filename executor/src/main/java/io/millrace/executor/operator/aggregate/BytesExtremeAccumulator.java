package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;
import org.apache.arrow.vector.BaseVariableWidthVector;

/**
 * MIN or MAX of text or byte strings whose rows are never taken back: a byte cell, and a word that
 * is 1 when there is a value. Text compares by code points.
 */
final class BytesExtremeAccumulator extends Accumulator {
  private final int column;
  private final boolean maximum;
  private byte[] current = new byte[64];
  private byte[] candidate = new byte[64];

  BytesExtremeAccumulator(Contribution contribution, int column, boolean maximum) {
    super(contribution);
    this.column = column;
    this.maximum = maximum;
  }

  @Override
  int words() {
    return 2;
  }

  @Override
  int[] byteCells() {
    return new int[] {0};
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    BaseVariableWidthVector vector = (BaseVariableWidthVector) arguments.vector(column);
    long[] weights = weights();
    int cell = firstWord();
    RecordTable table = rows.table;
    for (int i = 0; i < rows.size; i++) {
      if (weights != null && weights[i] == 0) {
        continue;
      }
      int start = vector.getStartOffset(i);
      int length = vector.getEndOffset(i) - start;
      candidate = room(candidate, length);
      vector.getDataBuffer().getBytes(start, candidate, 0, length);
      int slot = rows.slots[i];
      int at = rows.offsets[i] + cell + 1;
      if (rows.pages[i][at] == 0 || replaces(table, slot, length)) {
        rows.pages[i][at] = 1;
        table.writeBytes(slot, cell, candidate, 0, length);
      }
    }
  }

  private boolean replaces(RecordTable table, int slot, int length) {
    int currentLength = table.bytesLength(slot, firstWord());
    current = room(current, currentLength);
    table.readBytes(slot, firstWord(), current, 0);
    int order = Arrays.compareUnsigned(candidate, 0, length, current, 0, currentLength);
    return maximum ? order > 0 : order < 0;
  }

  private static byte[] room(byte[] array, int length) {
    return array.length < length ? new byte[Math.max(length, 2 * array.length)] : array;
  }
}
