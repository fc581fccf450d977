package io.millrace.connector.datagen;

/** Whole numbers by row number; also unscaled decimals, days, milliseconds and list indexes. */
sealed interface LongSource {
  /** Fills the first {@code count} elements with rows firstRow, firstRow + stride, … */
  void fill(long[] target, long firstRow, long stride, int count);

  /** Uniform from min to max, both included. */
  record Random(long columnSeed, long min, long max) implements LongSource {
    @Override
    public void fill(long[] target, long firstRow, long stride, int count) {
      long counter = columnSeed + firstRow * DatagenValues.GAMMA;
      long step = stride * DatagenValues.GAMMA;
      for (int i = 0; i < count; i++) {
        target[i] = DatagenValues.between(DatagenValues.mix(counter), min, max);
        counter += step;
      }
    }
  }

  /** start, start + step, …; the caller has made sure that it does not overflow. */
  record Sequence(long start, long step) implements LongSource {
    @Override
    public void fill(long[] target, long firstRow, long stride, int count) {
      long value = start + firstRow * step;
      for (int i = 0; i < count; i++) {
        target[i] = value;
        value += stride * step;
      }
    }
  }

  /** 0 to size − 1, over and over. */
  record Cycle(int size) implements LongSource {
    @Override
    public void fill(long[] target, long firstRow, long stride, int count) {
      for (int i = 0; i < count; i++) {
        target[i] = (firstRow + i * stride) % size;
      }
    }
  }
}
