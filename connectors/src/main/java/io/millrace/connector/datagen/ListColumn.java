package io.millrace.connector.datagen;

import org.apache.arrow.vector.FieldVector;

/** Columns whose values come from a list, whatever their type: copied from a vector of them. */
final class ListColumn extends ColumnGenerator {
  private final LongSource indexes;
  private final FieldVector list;
  private final long[] chosen = new long[CHUNK];

  /**
   * @param list is read only; shared by all readers, closed by the source
   */
  ListColumn(LongSource indexes, FieldVector list, long columnSeed, double nullRate) {
    super(columnSeed, nullRate);
    this.indexes = indexes;
    this.list = list;
  }

  @Override
  void write(FieldVector vector, int row, long firstRow, long stride, int count) {
    indexes.fill(chosen, firstRow, stride, count);
    for (int i = 0; i < count; i++) {
      vector.copyFromSafe((int) chosen[i], row + i, list);
    }
  }
}
