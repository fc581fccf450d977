package io.millrace.executor.state.rocksdb;

import io.millrace.core.error.MillraceException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.Checkpoint;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;

/**
 * One worker's RocksDB. Thread-safe. What reads it holds it, and the last one to let go closes it,
 * so that no reader meets freed native memory.
 */
final class RocksDbStore {
  private static final int READ_AHEAD = 2 << 20;

  private final Path directory;
  private final RocksDbOptions options;
  private final RocksDB db;
  private final Removals removals;
  private int holders = 1;

  RocksDbStore(Path directory, long nativeBytes) {
    this.directory = directory;
    this.options = new RocksDbOptions(nativeBytes);
    try {
      this.db = RocksDB.open(options.options(), directory.toString());
    } catch (RocksDBException e) {
      options.close();
      throw RocksDbErrors.of("open the state in " + directory, e);
    }
    this.removals = new Removals(db);
  }

  synchronized RocksDbStore hold() {
    if (holders == 0) {
      throw new IllegalStateException("The state in " + directory + " is closed");
    }
    holders++;
    return this;
  }

  synchronized void letGo() {
    if (--holders == 0) {
      db.close();
      options.close();
    }
  }

  /** A writer of a sorted file; the caller closes it. */
  SstFileWriter newFile(Path file) throws RocksDBException {
    SstFileWriter writer = new SstFileWriter(options.envOptions(), options.options());
    try {
      writer.open(file.toString());
    } catch (RocksDBException e) {
      writer.close();
      throw e;
    }
    return writer;
  }

  /**
   * Takes over sorted files that do not overlap.
   *
   * @param removed how many keys they remove
   */
  void ingest(List<Path> files, long removed) throws RocksDBException {
    try (IngestExternalFileOptions ingestOptions = new IngestExternalFileOptions()) {
      ingestOptions.setMoveFiles(true).setWriteGlobalSeqno(false);
      db.ingestExternalFile(files.stream().map(Path::toString).toList(), ingestOptions);
    }
    removals.add(removed);
  }

  /**
   * Frees the room of removed keys, if it is much.
   *
   * @param records how many there are in all tables
   */
  void freeRemoved(long records) throws RocksDBException {
    removals.mergeIfMany(records);
  }

  /** Removes all keys of a table. */
  void removeTable(int table) throws RocksDBException {
    db.deleteRange(
        options.writeOptions(), RocksDbKeys.firstOf(table), RocksDbKeys.firstOf(table + 1));
  }

  /** Copies all entries of a table, with the table's own keys. */
  void copy(int table, TableDivision target) {
    try (Slice end = new Slice(RocksDbKeys.firstOf(table + 1));
        ReadOptions readOptions =
            new ReadOptions()
                .setIterateUpperBound(end)
                .setFillCache(false)
                .setReadaheadSize(READ_AHEAD);
        RocksIterator iterator = db.newIterator(readOptions)) {
      iterator.seek(RocksDbKeys.firstOf(table));
      while (iterator.isValid()) {
        target.add(iterator.key(), RocksDbKeys.PREFIX, iterator.value());
        iterator.next();
      }
      check(iterator);
    }
  }

  /** Links all files of the present state into a new directory. */
  void checkpoint(Path target) throws RocksDBException {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    }
  }

  /** Values by key, null where there is none. */
  List<byte[]> get(List<byte[]> keys) {
    try {
      return db.multiGetAsList(keys);
    } catch (RocksDBException e) {
      throw reading(e);
    }
  }

  byte[] get(byte[] key) {
    try {
      return db.get(key);
    } catch (RocksDBException e) {
      throw reading(e);
    }
  }

  RocksIterator iterator(ReadOptions readOptions) {
    return db.newIterator(readOptions);
  }

  Snapshot takeSnapshot() {
    return db.getSnapshot();
  }

  void release(Snapshot snapshot) {
    db.releaseSnapshot(snapshot);
    snapshot.close();
  }

  /** Throws what went wrong with an iterator, if anything did. */
  void check(RocksIterator iterator) {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw reading(e);
    }
  }

  private MillraceException reading(RocksDBException e) {
    return RocksDbErrors.of("read the state in " + directory, e);
  }

  long memoryBytes() {
    return options.memoryBytes();
  }
}
