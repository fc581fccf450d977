package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.FrozenEntries;
import io.millrace.executor.state.table.TableDescriptor;

/**
 * A table as it was frozen for a checkpoint.
 *
 * @param table to be told when it is durable
 * @param descriptor with its size then
 * @param target where it goes
 */
record FrozenTable(
    StoredTable table, TableDescriptor descriptor, FrozenEntries entries, Target target) {
  /** Where a checkpoint puts a table. */
  enum Target {
    CHANGE_FILES,
    /** RocksDB, which does not have it yet. */
    ROCKSDB_WHOLLY,
    ROCKSDB
  }

  int number() {
    return descriptor.number();
  }

  static FrozenTable of(StoredTable table, long size, FrozenEntries entries) {
    Target target =
        table.home().isRocksDb()
            ? Target.ROCKSDB
            : table.home().isLeaving() ? Target.ROCKSDB_WHOLLY : Target.CHANGE_FILES;
    return new FrozenTable(table, table.descriptor().withSize(size), entries, target);
  }
}
