package io.millrace.connector.datagen;

import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** Makes one column's values. Keeps scratch memory, so one thread at a time. */
abstract class ColumnGenerator {
  /** So many rows are made at a time: their scratch memory stays in the first-level cache. */
  static final int CHUNK = 1024;

  private static final long NULL_SALT = 0x5851F42D4C957F2DL;

  private final double nullRate;
  private final long nullSeed;

  /**
   * @param nullRate the share of NULLs, from 0 to 1
   */
  ColumnGenerator(long columnSeed, double nullRate) {
    this.nullRate = nullRate;
    this.nullSeed = DatagenValues.mix(columnSeed ^ NULL_SALT);
  }

  /** Fills an empty vector with rows firstRow, firstRow + stride, …; sets its value count. */
  final void generate(FieldVector vector, long firstRow, long stride, int count) {
    allocate(vector, count);
    for (int done = 0; done < count; done += CHUNK) {
      write(vector, done, firstRow + done * stride, stride, Math.min(CHUNK, count - done));
    }
    vector.getValidityBuffer().setOne(0, BitVectorHelper.getValidityBufferSize(count));
    if (nullRate > 0) {
      for (int row = 0; row < count; row++) {
        long bits = DatagenValues.bits(nullSeed, firstRow + row * stride);
        if (DatagenValues.unit(bits) < nullRate) {
          vector.setNull(row);
        }
      }
    }
    vector.setValueCount(count);
  }

  void allocate(FieldVector vector, int count) {
    vector.setInitialCapacity(count);
    vector.allocateNew();
  }

  /** Writes rows row, row + 1, … of the vector, at most {@link #CHUNK} of them. */
  abstract void write(FieldVector vector, int row, long firstRow, long stride, int count);
}
