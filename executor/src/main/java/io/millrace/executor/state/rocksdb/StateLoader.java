package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.MemoryBudget;
import java.util.Map;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/** Loads tables from RocksDB after a restore, until their memory is full. */
final class StateLoader {
  private static final int READ_AHEAD = 2 << 20;
  private static final int ROWS_BETWEEN_CHECKS = 1024;

  private StateLoader() {}

  static void load(RocksDbStore store, Map<Integer, StoredTable> tables, MemoryBudget budget) {
    try (ReadOptions readOptions =
            new ReadOptions().setFillCache(false).setReadaheadSize(READ_AHEAD);
        RocksIterator iterator = store.iterator(readOptions)) {
      iterator.seekToFirst();
      StoredTable table = null;
      int number = 0;
      int rows = 0;
      while (iterator.isValid()) {
        byte[] key = iterator.key();
        if (RocksDbKeys.tableOf(key) != number) {
          number = RocksDbKeys.tableOf(key);
          table = tables.get(number);
        }
        if (table == null) {
          iterator.seek(RocksDbKeys.firstOf(number + 1));
          continue;
        }
        table.load(key, iterator.value());
        if (++rows % ROWS_BETWEEN_CHECKS == 0) {
          table.reportMemory();
          if (budget.isExceeded()) {
            break;
          }
        }
        iterator.next();
      }
      store.check(iterator);
      tables.values().forEach(StoredTable::reportMemory);
    }
  }
}
