package io.millrace.executor.state.rocksdb;

import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.table.PackedRecords;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was changed into sorted files, gives them to RocksDB, and links everything that
 * RocksDB has then into a directory of its own.
 */
final class RocksDbSnapshotJob implements SnapshotJob {
  private static final Logger LOG = LoggerFactory.getLogger(RocksDbSnapshotJob.class);

  /** Where a job works. */
  record Place(FileSystem fileSystem, Path directory, int worker, long checkpointId) {
    Path checkpoint() {
      return directory.resolve("checkpoint-" + checkpointId);
    }

    Path newFile(int number) {
      return directory.resolve("changes-" + checkpointId + "-" + number + ".sst");
    }
  }

  /** What records are packed with. */
  record Packing(int keyGroups, Deque<byte[]> chunks) {}

  private final Place place;
  private final RocksDbStore store;
  private final TableCatalog catalog;
  private final List<FrozenTable> tables;
  private final List<Integer> dropped;
  private final Packing packing;
  private boolean closed;

  RocksDbSnapshotJob(
      Place place,
      RocksDbStore store,
      TableCatalog catalog,
      List<FrozenTable> tables,
      List<Integer> dropped,
      Packing packing) {
    this.place = place;
    this.store = store.hold();
    this.catalog = catalog;
    this.tables = tables;
    this.dropped = dropped;
    this.packing = packing;
  }

  @Override
  public List<LocalStateFile> run() {
    try {
      for (int number : dropped) {
        store.removeTable(number);
      }
      writeChanges();
      store.freeRemoved(catalog.tables().stream().mapToLong(TableDescriptor::size).sum());
      store.checkpoint(place.checkpoint());
      catalog.write(place.fileSystem(), place.checkpoint().resolve(TableCatalog.FILE_NAME));
      return files();
    } catch (RocksDBException e) {
      throw RocksDbErrors.of("write state to " + place.directory(), e);
    } catch (IOException e) {
      throw FileErrors.of("write state to " + place.directory(), e);
    }
  }

  private void writeChanges() throws RocksDBException {
    SortedFiles files = new SortedFiles(store, place);
    try {
      for (FrozenTable table : tables) {
        PackedRecords packed = new PackedRecords(packing.keyGroups(), packing.chunks());
        table.changes().accept(packed);
        table.release().run();
        packed.sort();
        files.write(table.descriptor().number(), packed);
        packed.release();
      }
      files.finish();
    } finally {
      files.close();
    }
  }

  private List<LocalStateFile> files() throws IOException {
    List<LocalStateFile> files = new ArrayList<>();
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
    tables.forEach(table -> table.release().run());
    store.letGo();
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
