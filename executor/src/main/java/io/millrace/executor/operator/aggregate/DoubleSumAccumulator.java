package io.millrace.executor.operator.aggregate;

import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The exact sum of doubles: a window of words, and a byte cell for what does not fit it. */
final class DoubleSumAccumulator extends Accumulator {
  private static final int REST = ExactDoubleSum.WINDOW;
  private static final int REST_BYTES = 8 * ExactDoubleSum.REST_WORDS;

  private final int column;
  private final byte[] bytes = new byte[REST_BYTES];

  DoubleSumAccumulator(Contribution contribution, int column) {
    super(contribution);
    this.column = column;
  }

  @Override
  int words() {
    return ExactDoubleSum.WINDOW + 1;
  }

  @Override
  int[] byteCells() {
    return new int[] {REST};
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] values = arguments.words(column);
    long[] weights = weights();
    int word = firstWord();
    for (int i = 0; i < rows.size; i++) {
      long weight = weights == null ? 1 : weights[i];
      double value = Double.longBitsToDouble(values[i]);
      if (weight != 0
          && !ExactDoubleSum.addToWindow(rows.pages[i], rows.offsets[i] + word, value, weight)) {
        addToRest(rows.table, rows.slots[i], value, weight);
      }
    }
  }

  private void addToRest(RecordTable table, int slot, double value, long weight) {
    int cell = firstWord() + REST;
    long[] rest;
    if (table.bytesLength(slot, cell) == 0) {
      rest = new long[ExactDoubleSum.REST_WORDS];
    } else {
      table.readBytes(slot, cell, bytes, 0);
      rest = decode(bytes);
    }
    ExactDoubleSum.addToRest(rest, value, weight);
    if (ExactDoubleSum.isZero(rest, 0, rest.length)) {
      table.writeBytes(slot, cell, bytes, 0, 0);
    } else {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(rest);
      table.writeBytes(slot, cell, bytes, 0, REST_BYTES);
    }
  }

  private static long[] decode(byte[] bytes) {
    long[] rest = new long[ExactDoubleSum.REST_WORDS];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(rest);
    return rest;
  }

  /** The part of a record's sum that is outside the window, or null. */
  long[] rest(RecordView records, int record) {
    byte[] encoded = records.bytes(record, firstWord() + REST);
    return encoded.length == 0 ? null : decode(encoded);
  }
}
