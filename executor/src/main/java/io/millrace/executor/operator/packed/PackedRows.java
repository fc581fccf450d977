package io.millrace.executor.operator.packed;

import io.millrace.executor.data.ChangeBatch;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** Rows of a batch as bytes, one after the other; used again for each batch. */
public final class PackedRows {
  private final PackedLayout layout;
  private byte[] bytes = new byte[1024];
  private int[] starts = new int[64];
  private int[] all = {};
  private int[] chosen;

  /** Where each row's next variable-width value goes, from the first byte behind the fixed part. */
  private int[] ends = new int[64];

  public PackedRows(PackedLayout layout) {
    this.layout = layout;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int start(int row) {
    return starts[row];
  }

  public int length(int row) {
    return starts[row + 1] - starts[row];
  }

  public boolean areEqual(int row, int other) {
    return Arrays.equals(
        bytes, starts[row], starts[row + 1], bytes, starts[other], starts[other + 1]);
  }

  /** Packs all rows of a batch, in their order. */
  public void load(ChangeBatch batch) {
    if (all.length < batch.rowCount()) {
      all = IntStream.range(0, batch.rowCount()).toArray();
    }
    load(batch, all, batch.rowCount());
  }

  /** Packs the rows {@code selected[0]} … {@code selected[rows - 1]}, which are numbered anew. */
  public void load(ChangeBatch batch, int[] selected, int rows) {
    chosen = selected;
    place(batch, rows);
    Arrays.fill(bytes, 0, starts[rows], (byte) 0);
    Arrays.fill(ends, 0, rows, 0);
    for (int i = 0; i < layout.count(); i++) {
      FieldVector vector = batch.column(layout.column(i));
      boolean nulls = layout.type(i).nullable() && vector.getNullCount() > 0;
      if (nulls) {
        putNulls(vector, i, rows);
      }
      ArrowBuf validity = nulls ? vector.getValidityBuffer() : null;
      if (layout.type(i).isVariableWidth()) {
        putVariable((BaseVariableWidthVector) vector, validity, layout.place(i), rows);
      } else {
        putFixed(vector, validity, i, rows);
      }
    }
  }

  private void place(ChangeBatch batch, int rows) {
    if (starts.length <= rows) {
      starts = new int[Math.max(rows + 1, 2 * starts.length)];
      ends = new int[starts.length];
    }
    Arrays.fill(starts, 1, rows + 1, layout.fixedBytes());
    starts[0] = 0;
    for (int i = 0; i < layout.count(); i++) {
      if (layout.type(i).isVariableWidth()) {
        BaseVariableWidthVector vector = (BaseVariableWidthVector) batch.column(layout.column(i));
        boolean nulls = layout.type(i).nullable() && vector.getNullCount() > 0;
        ArrowBuf offsets = vector.getOffsetBuffer();
        for (int row = 0; row < rows; row++) {
          if (!nulls || !vector.isNull(chosen[row])) {
            long at = 4L * chosen[row];
            starts[row + 1] += offsets.getInt(at + 4) - offsets.getInt(at);
          }
        }
      }
    }
    for (int row = 0; row < rows; row++) {
      starts[row + 1] = Math.addExact(starts[row + 1], starts[row]);
    }
    if (bytes.length < starts[rows]) {
      bytes = new byte[Math.max(starts[rows], Math.min(2 * bytes.length, 1 << 24))];
    }
  }

  private void putNulls(FieldVector vector, int packed, int rows) {
    ArrowBuf validity = vector.getValidityBuffer();
    int place = packed >>> 3;
    byte bit = (byte) (1 << (packed & 7));
    for (int row = 0; row < rows; row++) {
      if (BitVectorHelper.get(validity, chosen[row]) == 0) {
        bytes[starts[row] + place] |= bit;
      }
    }
  }

  private boolean isNull(ArrowBuf validity, int row) {
    return validity != null && BitVectorHelper.get(validity, chosen[row]) == 0;
  }

  private void putFixed(FieldVector vector, ArrowBuf validity, int packed, int rows) {
    ArrowBuf data = vector.getDataBuffer();
    int place = layout.place(packed);
    switch (layout.type(packed).kind()) {
      case BOOLEAN -> {
        for (int row = 0; row < rows; row++) {
          if (!isNull(validity, row)) {
            bytes[starts[row] + place] = (byte) BitVectorHelper.get(data, chosen[row]);
          }
        }
      }
      case TINYINT -> {
        for (int row = 0; row < rows; row++) {
          if (!isNull(validity, row)) {
            bytes[starts[row] + place] = data.getByte(chosen[row]);
          }
        }
      }
      case SMALLINT -> {
        for (int row = 0; row < rows; row++) {
          if (!isNull(validity, row)) {
            PackedBytes.putShort(bytes, starts[row] + place, data.getShort(2L * chosen[row]));
          }
        }
      }
      case INTEGER, REAL, DATE, TIME -> {
        for (int row = 0; row < rows; row++) {
          if (!isNull(validity, row)) {
            PackedBytes.putInt(bytes, starts[row] + place, data.getInt(4L * chosen[row]));
          }
        }
      }
      case BIGINT, DOUBLE, TIMESTAMP -> putLongs(data, validity, place, 8, 0, rows);
      case DECIMAL -> {
        boolean wide = !layout.type(packed).isLongDecimal();
        putLongs(data, validity, place, wide ? 16 : 8, 0, rows);
        if (wide) {
          putLongs(data, validity, place + 8, 16, 8, rows);
        }
      }
      case VARCHAR, VARBINARY -> throw new IllegalArgumentException(vector.getField().toString());
    }
  }

  private void putLongs(
      ArrowBuf data, ArrowBuf validity, int place, long width, long shift, int rows) {
    for (int row = 0; row < rows; row++) {
      if (!isNull(validity, row)) {
        PackedBytes.putLong(bytes, starts[row] + place, data.getLong(width * chosen[row] + shift));
      }
    }
  }

  private void putVariable(BaseVariableWidthVector vector, ArrowBuf validity, int place, int rows) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    ArrowBuf data = vector.getDataBuffer();
    for (int row = 0; row < rows; row++) {
      if (!isNull(validity, row)) {
        int from = offsets.getInt(4L * chosen[row]);
        int length = offsets.getInt(4L * chosen[row] + 4) - from;
        if (length > 0) {
          data.getBytes(from, bytes, starts[row] + layout.fixedBytes() + ends[row], length);
          ends[row] += length;
        }
      }
      PackedBytes.putInt(bytes, starts[row] + place, ends[row]);
    }
  }
}
