package io.millrace.benchmarks.aggregate;

import io.millrace.connector.datagen.DatagenValues;

/** The rows (k, v) that every system aggregates: those of the datagen source. */
final class GeneratedKeys {
  static final long SEED = 1;
  static final long VALUES = 1_000;

  private static final long KEY_SEED = DatagenValues.columnSeed(SEED, 0);
  private static final long VALUE_SEED = DatagenValues.columnSeed(SEED, 1);

  private GeneratedKeys() {}

  static long key(long row, long keys) {
    return DatagenValues.between(DatagenValues.bits(KEY_SEED, row), 0, keys - 1);
  }

  static long value(long row) {
    return DatagenValues.between(DatagenValues.bits(VALUE_SEED, row), 0, VALUES - 1);
  }
}
