package io.millrace.connector.nexmark;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** Fills vectors of one column. Keeps scratch memory, so one thread at a time. */
final class ColumnWriter {
  /** So many rows are made at a time: their scratch memory stays in the first-level cache. */
  static final int CHUNK = 1024;

  private final NexmarkColumn column;
  private final TextOutput text = new TextOutput();

  /** The most that the texts of a vector have had for each row, so that the next has room. */
  private long textBytesPerRow = Long.BYTES;

  ColumnWriter(NexmarkColumn column) {
    this.column = column;
  }

  /** Makes room in an empty vector. */
  void begin(FieldVector vector, int rows) {
    if (vector instanceof BaseVariableWidthVector texts) {
      texts.allocateNew(rows * textBytesPerRow, rows);
    } else {
      vector.setInitialCapacity(rows);
      vector.allocateNew();
    }
  }

  /** Writes rows row, row + 1, … of the vector. */
  void write(FieldVector vector, int row, long[] events, int count) {
    if (column instanceof NexmarkColumn.Whole whole) {
      ArrowBuf data = vector.getDataBuffer();
      for (int i = 0; i < count; i++) {
        data.setLong((row + i) * (long) Long.BYTES, whole.value().of(events[i]));
      }
    } else if (column instanceof NexmarkColumn.Text texts) {
      writeText(texts.value(), (BaseVariableWidthVector) vector, row, events, count);
    }
  }

  private void writeText(
      NexmarkColumn.EventText value,
      BaseVariableWidthVector vector,
      int row,
      long[] events,
      int count) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    int start = offsets.getInt(row * (long) Integer.BYTES);
    text.clear();
    for (int i = 0; i < count; i++) {
      value.write(events[i], text);
      offsets.setInt((row + i + 1) * (long) Integer.BYTES, start + text.length());
    }
    while (vector.getDataBuffer().capacity() < (long) start + text.length()) {
      vector.reallocDataBuffer();
    }
    vector.getDataBuffer().setBytes(start, text.bytes(), 0, text.length());
  }

  /** Completes a vector of which all rows are written. */
  void end(FieldVector vector, int rows) {
    vector.getValidityBuffer().setOne(0, BitVectorHelper.getValidityBufferSize(rows));
    if (vector instanceof BaseVariableWidthVector texts) {
      texts.setLastSet(rows - 1);
      long length = texts.getOffsetBuffer().getInt(rows * (long) Integer.BYTES);
      textBytesPerRow = Math.max(textBytesPerRow, (length + rows - 1) / rows + 1);
    }
    vector.setValueCount(rows);
  }
}
