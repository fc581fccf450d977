package io.millrace.executor.operator.aggregate;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.OrderedBytes;
import io.millrace.executor.operator.record.RecordView;

/** MIN and MAX, from whichever accumulator keeps them. */
final class ExtremeResult implements Result {
  private final Accumulator extreme;
  private final int countWord;
  private final int orderedCell;

  /**
   * @param countWord how many values there are
   * @param orderedCell which of an {@link OrderedExtremeAccumulator}'s extremes is meant
   */
  ExtremeResult(Accumulator extreme, int countWord, int orderedCell) {
    this.extreme = extreme;
    this.countWord = countWord;
    this.orderedCell = orderedCell;
  }

  @Override
  public void compute(
      RecordView records,
      int count,
      boolean[] exists,
      ResultColumn column,
      int firstRow,
      boolean report) {
    if (extreme instanceof LongExtremeAccumulator longs) {
      longs(longs, records, count, column, firstRow);
      return;
    }
    for (int i = 0; i < count; i++) {
      if (!exists[i]) {
        continue;
      }
      if (records.pages[i][records.offsets[i] + countWord] <= 0) {
        column.setNull(firstRow + i);
      } else {
        value(records, i, column, firstRow + i);
      }
    }
  }

  private void longs(
      LongExtremeAccumulator longs,
      RecordView records,
      int count,
      ResultColumn column,
      int firstRow) {
    int word = longs.firstWord();
    for (int i = 0; i < count; i++) {
      long[] page = records.pages[i];
      int at = records.offsets[i];
      column.set(firstRow + i, longs.value(page[at + word]));
      column.isNull[firstRow + i] = page[at + countWord] <= 0;
    }
  }

  private void value(RecordView records, int record, ResultColumn column, int row) {
    int word = extreme.firstWord();
    if (extreme instanceof DecimalExtremeAccumulator decimals) {
      long[] page = records.pages[record];
      int at = records.offsets[record] + word;
      column.set(row, decimals.low(page[at]), decimals.high(page[at + 1]));
    } else if (extreme instanceof OrderedExtremeAccumulator ordered) {
      decode(ordered.type(), records.bytes(record, word + orderedCell), column, row);
    } else {
      column.set(row, records.bytes(record, word));
    }
  }

  private static void decode(DataType type, byte[] bytes, ResultColumn column, int row) {
    if (type.isVariableWidth()) {
      column.set(row, bytes);
      return;
    }
    long first = OrderedBytes.readWord(bytes, 0, true);
    if (type.kind() == TypeKind.DECIMAL && !type.isLongDecimal()) {
      column.set(row, OrderedBytes.readWord(bytes, 8, false), first);
    } else if (type.kind() == TypeKind.REAL || type.kind() == TypeKind.DOUBLE) {
      column.set(row, Double.doubleToRawLongBits(OrderedBytes.doubleOf(first)));
    } else {
      column.set(row, first);
    }
  }
}
