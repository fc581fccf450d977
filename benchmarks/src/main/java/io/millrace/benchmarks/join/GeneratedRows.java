package io.millrace.benchmarks.join;

import io.millrace.connector.datagen.DatagenValues;

/** The rows (k, v) of both sides that every system joins: those of two datagen sources. */
final class GeneratedRows {
  static final long VALUES = 1_000;

  private final long keySeed;
  private final long valueSeed;

  /**
   * @param side its number is the seed of its source
   */
  GeneratedRows(long side) {
    this.keySeed = DatagenValues.columnSeed(side, 0);
    this.valueSeed = DatagenValues.columnSeed(side, 1);
  }

  long key(long row, long keys) {
    return DatagenValues.between(DatagenValues.bits(keySeed, row), 0, keys - 1);
  }

  long value(long row) {
    return DatagenValues.between(DatagenValues.bits(valueSeed, row), 0, VALUES - 1);
  }
}
