package io.millrace.connector.datagen;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;

/** DOUBLE and REAL columns: random between two numbers, or start + row × step. */
final class DoubleColumn extends ColumnGenerator {
  private final boolean random;
  private final long columnSeed;
  private final double first;
  private final double second;
  private final double[] values = new double[CHUNK];

  private DoubleColumn(
      boolean random, long columnSeed, double first, double second, double nullRate) {
    super(columnSeed, nullRate);
    this.random = random;
    this.columnSeed = columnSeed;
    this.first = first;
    this.second = second;
  }

  /** From min to below max. */
  static DoubleColumn random(long columnSeed, double min, double max, double nullRate) {
    return new DoubleColumn(true, columnSeed, min, max, nullRate);
  }

  static DoubleColumn sequence(long columnSeed, double start, double step, double nullRate) {
    return new DoubleColumn(false, columnSeed, start, step, nullRate);
  }

  @Override
  void write(FieldVector vector, int row, long firstRow, long stride, int count) {
    if (random) {
      long counter = columnSeed + firstRow * DatagenValues.GAMMA;
      long step = stride * DatagenValues.GAMMA;
      for (int i = 0; i < count; i++) {
        values[i] = DatagenValues.between(DatagenValues.mix(counter), first, second);
        counter += step;
      }
    } else {
      for (int i = 0; i < count; i++) {
        values[i] = first + (firstRow + i * stride) * second;
      }
    }
    ArrowBuf data = vector.getDataBuffer();
    if (vector instanceof Float4Vector) {
      for (int i = 0; i < count; i++) {
        data.setFloat((row + i) * 4L, (float) values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        data.setDouble((row + i) * 8L, values[i]);
      }
    }
  }
}
