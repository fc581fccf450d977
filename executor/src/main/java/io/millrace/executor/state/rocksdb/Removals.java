package io.millrace.executor.state.rocksdb;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/**
 * The entries of RocksDB's files that say that keys were removed. RocksDB merges files by their
 * sizes, so such entries may never meet the older and larger file with the keys that they remove:
 * both would take room for ever when nothing else is written. Thread-safe.
 */
final class Removals {
  /** As few are not worth the trouble. */
  private static final long TOLERATED = 50_000;

  private final RocksDB db;

  /** How many there are at most; those of files that were there at the start are not counted. */
  private long atMost = Long.MAX_VALUE;

  /** How many the last merge left, because readers still needed what they remove. */
  private long left;

  Removals(RocksDB db) {
    this.db = db;
  }

  synchronized void add(long count) {
    atMost = atMost == Long.MAX_VALUE ? atMost : atMost + count;
  }

  /**
   * Merges all files if there are more removals than records, so that each removal pays for about
   * one record that is written again.
   *
   * @param records how many there are in all tables
   */
  synchronized void mergeIfMany(long records) throws RocksDBException {
    long tolerated = TOLERATED + Math.max(records, 2 * left);
    if (atMost <= tolerated) {
      return;
    }
    // RocksDB may have merged files by itself.
    atMost = count();
    if (atMost > tolerated) {
      db.compactRange();
      atMost = count();
      left = atMost;
    }
  }

  private long count() throws RocksDBException {
    return db.getPropertiesOfAllTables().values().stream()
        .mapToLong(TableProperties::getNumDeletions)
        .sum();
  }
}
