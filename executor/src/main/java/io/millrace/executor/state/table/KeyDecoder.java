package io.millrace.executor.state.table;

import io.millrace.core.type.DataType;
import io.millrace.executor.state.KeyLayout;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** Writes keys back into vectors, a column at a time. One thread at a time uses it. */
final class KeyDecoder {
  private final KeyLayout layout;
  private int rows;
  private long[][] pages = {};
  private byte[][] slab = {};

  /** Where the key's words begin; or where the bytes of the column at hand begin, by row. */
  private int[] places = {};

  private byte[][] bytes = {};
  private int[] starts = {};
  private long[] high = {};
  private long[] low = {};
  private boolean[] nulls = {};

  KeyDecoder(KeyLayout layout) {
    this.layout = layout;
  }

  /** Begins with keys whose number is known; then each is named by {@link #key}. */
  void begin(int count, byte[][] slabPages) {
    rows = count;
    slab = slabPages;
    if (places.length < count) {
      places = new int[count];
      pages = new long[count][];
      bytes = new byte[count][];
      starts = new int[count];
      high = new long[count];
      low = new long[count];
      nulls = new boolean[count];
    }
  }

  /** Names the key of a record that begins at {@code at} in its page. */
  void key(int row, long[] page, int at) {
    if (layout.isFixedWidth()) {
      pages[row] = page;
      places[row] = at + 1;
    } else {
      long reference = page[at + 2];
      bytes[row] = slab[ByteSlab.pageOf(reference)];
      starts[row] = ByteSlab.offsetOf(reference);
      places[row] = starts[row] + 8 * layout.nullWords();
    }
  }

  /** Names a key by its bytes, as a backend stores them. */
  void key(int row, byte[] source, int offset) {
    bytes[row] = source;
    starts[row] = offset;
    places[row] = offset + 8 * layout.nullWords();
  }

  /** Writes the keys into vectors with room for them. */
  void decode(FieldVector[] vectors, int firstRow) {
    for (int column = 0; column < vectors.length; column++) {
      DataType type = layout.types().get(column);
      boolean wide = KeyLayout.wordsOf(type) == 2;
      if (!layout.isFixedWidth()) {
        if (type.isVariableWidth()) {
          writeBytes(vectors[column], column, firstRow);
          continue;
        }
        readWordsFromBytes(column, wide);
      } else {
        readWords(column, wide);
      }
      writeWords(vectors[column], type, firstRow, wide);
      writeValidity(vectors[column], firstRow);
    }
    Arrays.fill(pages, 0, rows, null);
    Arrays.fill(bytes, 0, rows, null);
  }

  private void readWords(int column, boolean wide) {
    int word = layout.firstWord(column);
    for (int row = 0; row < rows; row++) {
      high[row] = pages[row][places[row] + word];
    }
    if (wide) {
      for (int row = 0; row < rows; row++) {
        low[row] = pages[row][places[row] + word + 1];
      }
    }
    boolean nullable = layout.nullWords() > 0;
    for (int row = 0; row < rows; row++) {
      nulls[row] = nullable && (pages[row][places[row] + (column >>> 6)] >>> column & 1) != 0;
    }
  }

  private void readWordsFromBytes(int column, boolean wide) {
    for (int row = 0; row < rows; row++) {
      nulls[row] = isNull(row, column);
      high[row] = Long.reverseBytes(Bytes.getLong(bytes[row], places[row]));
      places[row] += 8;
      if (wide) {
        low[row] = Long.reverseBytes(Bytes.getLong(bytes[row], places[row]));
        places[row] += 8;
      }
    }
  }

  private boolean isNull(int row, int column) {
    return layout.nullWords() > 0
        && (bytes[row][starts[row] + (column >>> 3)] >>> (column & 7) & 1) != 0;
  }

  private void writeBytes(FieldVector vector, int column, int firstRow) {
    for (int row = 0; row < rows; row++) {
      int length = Integer.reverseBytes(Bytes.getInt(bytes[row], places[row]));
      int at = places[row] + 4;
      if (isNull(row, column)) {
        vector.setNull(firstRow + row);
      } else if (vector instanceof VarCharVector text) {
        text.setSafe(firstRow + row, bytes[row], at, length);
      } else {
        ((VarBinaryVector) vector).setSafe(firstRow + row, bytes[row], at, length);
      }
      places[row] = at + length;
    }
  }

  private void writeWords(FieldVector vector, DataType type, int firstRow, boolean wide) {
    if (rows == 0) {
      return;
    }
    long address = vector.getDataBuffer().memoryAddress();
    switch (type.kind()) {
      case BOOLEAN -> {
        for (int row = 0; row < rows; row++) {
          if (high[row] != 0) {
            BitVectorHelper.setBit(vector.getDataBuffer(), firstRow + row);
          } else {
            BitVectorHelper.unsetBit(vector.getDataBuffer(), firstRow + row);
          }
        }
      }
      case TINYINT -> {
        for (int row = 0; row < rows; row++) {
          MemoryUtil.putByte(address + firstRow + row, (byte) high[row]);
        }
      }
      case SMALLINT -> {
        for (int row = 0; row < rows; row++) {
          MemoryUtil.putShort(address + 2L * (firstRow + row), (short) high[row]);
        }
      }
      // The word of a REAL is its bits.
      case INTEGER, DATE, TIME, REAL -> {
        for (int row = 0; row < rows; row++) {
          MemoryUtil.putInt(address + 4L * (firstRow + row), (int) high[row]);
        }
      }
      case BIGINT, TIMESTAMP, DOUBLE -> {
        for (int row = 0; row < rows; row++) {
          MemoryUtil.putLong(address + 8L * (firstRow + row), high[row]);
        }
      }
      case DECIMAL -> {
        int width = wide ? 16 : 8;
        for (int row = 0; row < rows; row++) {
          long at = address + (long) width * (firstRow + row);
          MemoryUtil.putLong(at, wide ? low[row] : high[row]);
          if (wide) {
            MemoryUtil.putLong(at + 8, high[row]);
          }
        }
      }
      case VARCHAR, VARBINARY -> throw new IllegalStateException(type + " has no fixed width");
    }
  }

  private void writeValidity(FieldVector vector, int firstRow) {
    for (int row = 0; row < rows; row++) {
      if (nulls[row]) {
        BitVectorHelper.unsetBit(vector.getValidityBuffer(), firstRow + row);
      } else {
        BitVectorHelper.setBit(vector.getValidityBuffer(), firstRow + row);
      }
    }
  }
}
