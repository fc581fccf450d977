package io.millrace.executor.operator.materialize;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorWords;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** The columns outside the key of a batch, as words, to compare with records and to write them. */
final class BatchRows {
  private final ValueColumns values;
  private final long[][] headers;
  private final long[][] low;
  private final long[][] high;
  private final BaseVariableWidthVector[] bytes;
  private byte[] ours = new byte[64];
  private byte[] theirs = new byte[64];

  BatchRows(ValueColumns values) {
    this.values = values;
    this.headers = new long[values.headerWords()][0];
    this.low = new long[values.count()][0];
    this.high = new long[values.count()][0];
    this.bytes = new BaseVariableWidthVector[values.count()];
  }

  void load(ChangeBatch batch) {
    int rows = batch.rowCount();
    for (int i = 0; i < headers.length; i++) {
      headers[i] = room(headers[i], rows);
      Arrays.fill(headers[i], 0, rows, 0);
    }
    for (int v = 0; v < values.count(); v++) {
      FieldVector vector = batch.column(values.column(v));
      if (values.isBytes(v)) {
        bytes[v] = (BaseVariableWidthVector) vector;
      } else {
        low[v] = room(low[v], rows);
        VectorWords.read(vector, values.type(v), rows, low[v]);
        if (values.isWide(v)) {
          high[v] = room(high[v], rows);
          VectorWords.readHigh(vector, rows, high[v]);
        }
      }
      if (vector.getNullCount() > 0) {
        takeNulls(vector, v, rows);
      }
    }
  }

  private void takeNulls(FieldVector vector, int value, int rows) {
    long[] header = headers[ValueColumns.nullWord(value)];
    long bit = ValueColumns.nullBit(value);
    for (int i = 0; i < rows; i++) {
      if (BitVectorHelper.get(vector.getValidityBuffer(), i) == 0) {
        header[i] |= bit;
        if (!values.isBytes(value)) {
          low[value][i] = 0;
          if (values.isWide(value)) {
            high[value][i] = 0;
          }
        }
      }
    }
  }

  /** Forgets the batch. */
  void clear() {
    Arrays.fill(bytes, null);
  }

  /** Whether a record that is present holds exactly this row. */
  boolean equalsRecord(int row, RecordTable table, int slot) {
    long[] page = table.page(slot);
    int at = table.offset(slot);
    long marks = ValueColumns.TOUCHED | ValueColumns.PRESENT;
    for (int i = 0; i < headers.length; i++) {
      if (headers[i][row] != (i == 0 ? page[at] & ~marks : page[at + i])) {
        return false;
      }
    }
    for (int v = 0; v < values.count(); v++) {
      int word = values.word(v);
      if (values.isBytes(v)) {
        if (!equalBytes(row, v, table, slot)) {
          return false;
        }
      } else if (low[v][row] != page[at + word]
          || values.isWide(v) && high[v][row] != page[at + word + 1]) {
        return false;
      }
    }
    return true;
  }

  private boolean equalBytes(int row, int value, RecordTable table, int slot) {
    int word = values.word(value);
    int length = copy(row, value);
    if (length != table.bytesLength(slot, word)) {
      return false;
    }
    if (theirs.length < length) {
      theirs = new byte[2 * length];
    }
    table.readBytes(slot, word, theirs, 0);
    return Arrays.equals(ours, 0, length, theirs, 0, length);
  }

  /** Makes a record this row, present and touched as {@code marks} say. */
  void write(int row, RecordTable table, int slot, long[] page, int at, long marks) {
    for (int i = 0; i < headers.length; i++) {
      page[at + i] = headers[i][row];
    }
    page[at] |= marks;
    for (int v = 0; v < values.count(); v++) {
      int word = values.word(v);
      if (values.isBytes(v)) {
        int length = copy(row, v);
        table.writeBytes(slot, word, ours, 0, length);
      } else {
        page[at + word] = low[v][row];
        if (values.isWide(v)) {
          page[at + word + 1] = high[v][row];
        }
      }
    }
  }

  /** Copies a value's bytes; returns how many, none for NULL. */
  private int copy(int row, int value) {
    if ((headers[ValueColumns.nullWord(value)][row] & ValueColumns.nullBit(value)) != 0) {
      return 0;
    }
    int start = bytes[value].getStartOffset(row);
    int length = bytes[value].getEndOffset(row) - start;
    if (ours.length < length) {
      ours = new byte[2 * length];
    }
    bytes[value].getDataBuffer().getBytes(start, ours, 0, length);
    return length;
  }

  private static long[] room(long[] array, int rows) {
    return array.length < rows ? new long[Math.max(rows, 64)] : array;
  }
}
