package io.millrace.executor.state.rocksdb;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.changes.ChangeFile;
import io.millrace.executor.state.changes.ChangeFileReader;
import io.millrace.executor.state.changes.ChangeFiles;
import io.millrace.executor.state.table.EntryTarget;
import io.millrace.executor.state.table.FrozenEntries;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.TableDescriptor;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;

/**
 * Fills tables with what a checkpoint has. Those in change files that do not fit into memory, since
 * there is less of it than there was, move to RocksDB while they are read.
 */
final class StateRestore {
  private final Path directory;
  private final Supplier<RocksDbStore> store;
  private final MemoryBudget budget;
  private final RocksDbSnapshotJob.Packing packing;
  private final BiFunction<TableDescriptor, Home, StoredTable> tables;
  private final Map<Integer, StoredTable> inMemory = new HashMap<>();
  private final Map<Integer, StoredTable> inRocksDb = new HashMap<>();
  private final Map<Integer, MovingTable> moving = new HashMap<>();
  private int sortedFiles;

  /**
   * @param tables makes empty ones
   */
  StateRestore(
      Path directory,
      Supplier<RocksDbStore> store,
      MemoryBudget budget,
      RocksDbSnapshotJob.Packing packing,
      BiFunction<TableDescriptor, Home, StoredTable> tables) {
    this.directory = directory;
    this.store = store;
    this.budget = budget;
    this.packing = packing;
    this.tables = tables;
  }

  void run(FileSystem fileSystem, TableCatalog catalog) {
    for (TableDescriptor descriptor : catalog.tables()) {
      if (catalog.inRocksDb().contains(descriptor.number())) {
        inRocksDb.put(descriptor.number(), tables.apply(descriptor, Home.inRocksDb()));
      } else {
        inMemory.put(descriptor.number(), tables.apply(descriptor, Home.inChangeFiles()));
      }
    }
    read(fileSystem, catalog.changeFiles());
    if (!inRocksDb.isEmpty()) {
      StateLoader.load(store.get(), inRocksDb, budget);
    }
    for (TableDescriptor descriptor : catalog.tables()) {
      table(descriptor.number()).setSize(descriptor.size());
    }
  }

  /** The tables, those that are wholly in memory and others. */
  StoredTable table(int number) {
    return inRocksDb.getOrDefault(number, inMemory.get(number));
  }

  private void read(FileSystem fileSystem, ChangeFiles files) {
    ChangeFileReader reader = new ChangeFileReader(fileSystem);
    try {
      for (ChangeFile file : files.files()) {
        reader.read(directory.resolve(file.name()), this::target);
      }
      for (MovingTable table : moving.values()) {
        table.move.endPiece();
      }
    } catch (RocksDBException e) {
      throw RocksDbErrors.of("write state to " + directory, e);
    }
    inMemory.values().forEach(StoredTable::reportMemory);
  }

  /** Where a block of entries goes. */
  private ChangeFileReader.Entries target(int number) {
    StoredTable table = inMemory.get(number);
    if (table == null) {
      return moving.get(number);
    }
    table.reportMemory();
    if (!budget.isExceeded()) {
      return table;
    }
    inMemory.values().forEach(StoredTable::reportMemory);
    StoredTable largest =
        inMemory.values().stream()
            .max(Comparator.comparingLong(StoredTable::memoryBytes))
            .orElseThrow();
    try {
      moveOut(largest);
    } catch (RocksDBException e) {
      throw RocksDbErrors.of("write state to " + directory, e);
    }
    return inMemory.containsKey(number) ? table : moving.get(number);
  }

  private void moveOut(StoredTable table) throws RocksDBException {
    int number = table.descriptor().number();
    TableMove move = new TableMove(store.get(), this::newFile, packing, number);
    FrozenEntries entries = table.freeze().entries();
    byte[] position = FrozenEntries.START;
    while (position != null) {
      position = entries.copy(position, move.target(), TableMove.PIECE_BYTES);
      move.endPiece();
    }
    entries.close();
    table.forget();
    inMemory.remove(number);
    inRocksDb.put(number, tables.apply(table.descriptor(), Home.inRocksDb()));
    moving.put(number, new MovingTable(inRocksDb.get(number), move));
  }

  private Path newFile(int number) {
    return directory.resolve("restored-" + sortedFiles++ + ".sst");
  }

  /** Entries that come after their table has moved. */
  private record MovingTable(StoredTable table, TableMove move)
      implements ChangeFileReader.Entries {
    @Override
    public void entry(byte[] bytes, int keyOffset, int keyLength, int valueLength) {
      EntryTarget target = move.target();
      int place = target.add(table.hash(bytes, keyOffset), keyLength, valueLength);
      System.arraycopy(
          bytes, keyOffset, target.chunk(), place, keyLength + Math.max(0, valueLength));
      if (move.isPieceFull()) {
        try {
          move.endPiece();
        } catch (RocksDBException e) {
          throw RocksDbErrors.of("write restored state", e);
        }
      }
    }
  }
}
