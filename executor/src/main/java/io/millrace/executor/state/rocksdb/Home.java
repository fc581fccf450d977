package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.MemoryBudget;

/**
 * Where what is durable of a table is: in change files as long as it is wholly in memory; in
 * RocksDB from the first checkpoint on after memory became short. The worker's thread owns it.
 */
final class Home {
  private enum Place {
    CHANGE_FILES,
    /** The next checkpoint moves the table. */
    LEAVING,
    ROCKSDB
  }

  /** Smaller shares of all memory are not worth a move. */
  private static final int WORTHY_SHARE = 64;

  private Place place;

  private Home(Place place) {
    this.place = place;
  }

  static Home inChangeFiles() {
    return new Home(Place.CHANGE_FILES);
  }

  static Home inRocksDb() {
    return new Home(Place.ROCKSDB);
  }

  /** Whether RocksDB has nothing of the table; a checkpoint that failed may leave some. */
  boolean isInChangeFiles() {
    return place == Place.CHANGE_FILES;
  }

  boolean isRocksDb() {
    return place == Place.ROCKSDB;
  }

  boolean isLeaving() {
    return place == Place.LEAVING;
  }

  /** The table is to give memory back. Whether it may evict what is durable now. */
  boolean mayEvict(long bytes, MemoryBudget budget) {
    if (place == Place.CHANGE_FILES && bytes * WORTHY_SHARE >= budget.used()) {
      place = Place.LEAVING;
    }
    return isRocksDb();
  }

  /** The next checkpoint moves the table, however small it is. */
  void leave() {
    if (place == Place.CHANGE_FILES) {
      place = Place.LEAVING;
    }
  }

  /** A checkpoint that moved the table is durable. */
  void arrived() {
    place = Place.ROCKSDB;
  }
}
