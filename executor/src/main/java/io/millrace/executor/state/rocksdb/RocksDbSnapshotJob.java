package io.millrace.executor.state.rocksdb;

import io.millrace.executor.checkpoint.FileDigest;
import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.changes.ChangeFile;
import io.millrace.executor.state.changes.ChangeFiles;
import io.millrace.executor.state.changes.ChangedTable;
import io.millrace.executor.state.rocksdb.FrozenTable.Target;
import io.millrace.executor.state.table.FrozenEntries;
import io.millrace.executor.state.table.PackedRecords;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes tables that are wholly in memory to change files, and what was changed in others to
 * RocksDB, of which it links everything into a directory of its own.
 */
final class RocksDbSnapshotJob implements SnapshotJob {
  private static final Logger LOG = LoggerFactory.getLogger(RocksDbSnapshotJob.class);

  /** Where a job works. */
  record Place(FileSystem fileSystem, Path directory, int worker, long checkpointId) {
    Path checkpoint() {
      return directory.resolve("checkpoint-" + checkpointId);
    }

    /** Stays there as long as checkpoints need it. */
    Path changeFile() {
      return directory.resolve("changes-" + checkpointId);
    }

    Path newFile(int number) {
      return directory.resolve("sorted-" + checkpointId + "-" + number + ".sst");
    }
  }

  /** What records are packed with. */
  record Packing(int keyGroups, Deque<byte[]> chunks) {}

  /**
   * What there is to write.
   *
   * @param nextNumber above the numbers of all tables ever made
   * @param tables in the order of their numbers
   * @param inChangeFiles the tables that the last checkpoint has there
   * @param dropped tables that RocksDB may have
   */
  record Work(
      int nextNumber,
      List<FrozenTable> tables,
      ChangeFiles changeFiles,
      Set<Integer> inChangeFiles,
      List<Integer> dropped) {}

  private final Place place;

  /** Null as long as every table fits into memory. */
  private final RocksDbStore store;

  private final Work work;
  private final Packing packing;
  private ChangeFiles.Written written;
  private boolean closed;

  RocksDbSnapshotJob(Place place, RocksDbStore store, Work work, Packing packing) {
    this.place = place;
    this.store = store == null ? null : store.hold();
    this.work = work;
    this.packing = packing;
  }

  @Override
  public List<LocalStateFile> run() {
    FileSystem fileSystem = place.fileSystem();
    try {
      if (store == null) {
        fileSystem.createDirectories(place.checkpoint());
      } else {
        writeToRocksDb();
        store.checkpoint(place.checkpoint());
      }
      writeChangeFile();
      Set<Integer> inRocksDb = new HashSet<>();
      List<TableDescriptor> descriptors = new ArrayList<>();
      for (FrozenTable table : work.tables) {
        descriptors.add(table.descriptor());
        if (table.target() != Target.CHANGE_FILES) {
          inRocksDb.add(table.number());
        }
      }
      new TableCatalog(work.nextNumber, descriptors, inRocksDb, written.files())
          .write(fileSystem, place.checkpoint().resolve(TableCatalog.FILE_NAME));
      return files();
    } catch (RocksDBException e) {
      throw RocksDbErrors.of("write state to " + place.directory(), e);
    } catch (IOException e) {
      throw FileErrors.of("write state to " + place.directory(), e);
    }
  }

  private void writeChangeFile() {
    List<ChangedTable> tables = new ArrayList<>();
    for (FrozenTable table : work.tables) {
      if (table.target() == Target.CHANGE_FILES) {
        tables.add(
            new ChangedTable(
                table.number(), table.entries(), !work.inChangeFiles.contains(table.number())));
      }
    }
    written = work.changeFiles.next(place.fileSystem(), place.changeFile(), tables);
    tables.forEach(table -> table.entries().close());
  }

  /** The change files that the checkpoint consists of. After {@link #run} only. */
  ChangeFiles changeFiles() {
    return written.files();
  }

  private void writeToRocksDb() throws RocksDBException {
    for (int number : work.dropped) {
      store.removeTable(number);
    }
    long records = 0;
    try (SortedFiles files = new SortedFiles(store, place::newFile)) {
      for (FrozenTable table : work.tables) {
        if (table.target() == Target.ROCKSDB) {
          PackedRecords packed = new PackedRecords(packing.keyGroups(), packing.chunks());
          table.entries().copyChanges(packed);
          table.entries().close();
          packed.sort();
          files.write(table.number(), packed);
          packed.release();
          records += table.descriptor().size();
        }
      }
      files.finish();
    }
    store.freeRemoved(records);
    for (FrozenTable table : work.tables) {
      if (table.target() == Target.ROCKSDB_WHOLLY) {
        move(table);
      }
    }
  }

  private void move(FrozenTable table) throws RocksDBException {
    TableMove move = new TableMove(store, place::newFile, packing, table.number());
    byte[] position = FrozenEntries.START;
    while (position != null) {
      position = table.entries().copy(position, move.target(), TableMove.PIECE_BYTES);
      move.endPiece();
    }
    table.entries().close();
  }

  private List<LocalStateFile> files() throws IOException {
    List<LocalStateFile> files = new ArrayList<>();
    for (ChangeFile file : written.files().files()) {
      Path path = place.directory().resolve(file.name());
      FileDigest digest = path.equals(place.changeFile()) ? written.digest() : null;
      files.add(new LocalStateFile(place.worker(), path, file.name(), true, digest));
    }
    for (Path file : place.fileSystem().list(place.checkpoint())) {
      String name = file.getFileName().toString();
      files.add(new LocalStateFile(place.worker(), file, name, name.endsWith(".sst")));
    }
    return files;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    work.tables.forEach(table -> table.entries().close());
    if (store != null) {
      store.letGo();
    }
    try {
      FileSystem fileSystem = place.fileSystem();
      for (Path file : fileSystem.list(place.checkpoint())) {
        fileSystem.delete(file);
      }
      fileSystem.delete(place.checkpoint());
    } catch (IOException e) { // what is left goes at the next start
      LOG.warn("{} could not be deleted.", place.checkpoint(), e);
    }
  }
}
