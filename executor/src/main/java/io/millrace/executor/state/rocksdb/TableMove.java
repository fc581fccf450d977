package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.EntryTarget;
import io.millrace.executor.state.table.PackedRecords;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.rocksdb.RocksDBException;

/**
 * Puts all of a table into RocksDB, piece by piece. Of entries with the same key the last one
 * counts. One thread uses it.
 */
final class TableMove {
  /** So much is sorted at once. */
  static final long PIECE_BYTES = 64L << 20;

  private final RocksDbStore store;
  private final IntFunction<Path> fileNames;
  private final RocksDbSnapshotJob.Packing packing;
  private final int table;
  private PackedRecords piece;

  /** Begins by removing what a move that failed may have left. */
  TableMove(
      RocksDbStore store,
      IntFunction<Path> fileNames,
      RocksDbSnapshotJob.Packing packing,
      int table)
      throws RocksDBException {
    this.store = store;
    this.fileNames = fileNames;
    this.packing = packing;
    this.table = table;
    this.piece = new PackedRecords(packing.keyGroups(), packing.chunks());
    store.removeTable(table);
  }

  /** Takes entries, up to {@link #PIECE_BYTES} or a little more until the piece ends. */
  EntryTarget target() {
    return piece;
  }

  boolean isPieceFull() {
    return piece.bytes() >= PIECE_BYTES;
  }

  /** Gives what was taken to RocksDB. */
  void endPiece() throws RocksDBException {
    piece.sort();
    try (SortedFiles files = new SortedFiles(store, fileNames)) {
      files.write(table, piece);
      files.finish();
    }
    piece.release();
    piece = new PackedRecords(packing.keyGroups(), packing.chunks());
  }
}
