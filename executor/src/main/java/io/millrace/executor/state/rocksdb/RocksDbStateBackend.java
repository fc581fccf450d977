package io.millrace.executor.state.rocksdb;

import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.Redistribution;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateTables;
import io.millrace.executor.state.changes.ChangeFile;
import io.millrace.executor.state.changes.ChangeFiles;
import io.millrace.executor.state.rocksdb.FrozenTable.Target;
import io.millrace.executor.state.table.FrozenEntries;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tables in memory, over one RocksDB that is opened when they do not fit. */
final class RocksDbStateBackend implements StateBackend {
  private static final Logger LOG = LoggerFactory.getLogger(RocksDbStateBackend.class);

  private final FileSystem fileSystem;
  private final int worker;
  private final Path directory;
  private final int keyGroups;
  private final long nativeBytes;
  private final MemoryBudget budget;
  private final PagePool pool;
  private final Deque<byte[]> jobChunks = new ArrayDeque<>();
  private final Map<Long, Map<Integer, RocksDbTables>> operators = new TreeMap<>();

  /** Null as long as all tables fit into memory. */
  private RocksDbStore store;

  /** Of the last checkpoint. */
  private ChangeFiles changeFiles;

  /** The tables that are in the change files. */
  private Set<Integer> inChangeFiles = new HashSet<>();

  /** Numbers of dropped tables, whose records the next job removes from RocksDB. */
  private List<Integer> dropped = new ArrayList<>();

  private List<FrozenTable> frozen = new ArrayList<>();
  private List<FrozenTable> underWay = List.of();

  /** The newest job, which may never have been run when the backend is closed; or null. */
  private RocksDbSnapshotJob job;

  private List<Integer> droppedUnderWay = List.of();

  /** What the checkpoint under way may write; else null. */
  private Path changeFileUnderWay;

  private int nextNumber = 1;

  RocksDbStateBackend(
      FileSystem fileSystem, int worker, Path directory, MemoryShares shares, int keyGroups) {
    this.fileSystem = fileSystem;
    this.worker = worker;
    this.directory = directory;
    this.keyGroups = keyGroups;
    this.nativeBytes = shares.nativeBytes();
    this.budget = new MemoryBudget(shares.tables());
    this.pool = new PagePool(shares.pool());
    TableCatalog catalog;
    try {
      fileSystem.createDirectories(directory);
      Path file = directory.resolve(TableCatalog.FILE_NAME);
      catalog =
          fileSystem.exists(file) ? TableCatalog.read(fileSystem, file) : TableCatalog.empty();
    } catch (IOException e) {
      throw FileErrors.of("open the state in " + directory, e);
    }
    nextNumber = catalog.nextNumber();
    changeFiles = catalog.changeFiles();
    try {
      restore(catalog);
    } catch (RuntimeException e) {
      letGoOfStore();
      throw e;
    }
  }

  private void restore(TableCatalog catalog) {
    StateRestore restore =
        new StateRestore(
            directory,
            this::store,
            budget,
            new RocksDbSnapshotJob.Packing(keyGroups, jobChunks),
            this::table);
    restore.run(fileSystem, catalog);
    for (TableDescriptor descriptor : catalog.tables()) {
      StoredTable table = restore.table(descriptor.number());
      operator(descriptor.relationId(), descriptor.nodeId()).add(table);
      if (table.home().isInChangeFiles()) {
        inChangeFiles.add(descriptor.number());
      }
    }
  }

  private RocksDbStore store() {
    if (store == null) {
      store = new RocksDbStore(directory, nativeBytes);
    }
    return store;
  }

  private void letGoOfStore() {
    if (store != null) {
      store.letGo();
    }
  }

  private StoredTable table(TableDescriptor descriptor, Home home) {
    return descriptor.layout() == null
        ? new StoredOrdered(descriptor, home, this::store, budget)
        : new StoredRecords(descriptor, home, this::store, keyGroups, pool, budget);
  }

  StoredTable newTable(
      long relationId,
      int nodeId,
      String name,
      RecordLayout layout,
      Redistribution redistribution) {
    return table(
        new TableDescriptor(relationId, nodeId, name, nextNumber++, layout, redistribution, 0),
        Home.inChangeFiles());
  }

  @Override
  public StateTables tables(long relationId, int nodeId) {
    return operator(relationId, nodeId);
  }

  private RocksDbTables operator(long relationId, int nodeId) {
    return operators
        .computeIfAbsent(relationId, id -> new TreeMap<>())
        .computeIfAbsent(nodeId, id -> new RocksDbTables(relationId, nodeId, this));
  }

  @Override
  public void freeze(long relationId, int nodeId) {
    for (StoredTable table : operator(relationId, nodeId).all()) {
      frozen.add(table.freeze());
    }
  }

  /** Gives away all entries of all tables, of a backend that has just been opened. */
  void divide(StateDivision division) {
    for (StoredTable table : allTables()) {
      TableDivision target = division.table(table.descriptor());
      if (table.home().isRocksDb()) {
        store.copy(table.descriptor().number(), target);
      } else {
        FrozenEntries entries = table.freeze().entries();
        byte[] position = FrozenEntries.START;
        while (position != null) {
          position = entries.copy(position, target, TableDivision.PIECE_BYTES);
          target.endPiece();
        }
        entries.close();
      }
      target.endPiece();
    }
  }

  @Override
  public SnapshotJob finishFreeze(long checkpointId) {
    underWay = frozen;
    underWay.sort(Comparator.comparingInt(FrozenTable::number));
    frozen = new ArrayList<>();
    droppedUnderWay = dropped;
    dropped = new ArrayList<>();
    if (underWay.stream().anyMatch(table -> table.target() != Target.CHANGE_FILES)) {
      store();
    }
    RocksDbSnapshotJob.Place place =
        new RocksDbSnapshotJob.Place(fileSystem, directory, worker, checkpointId);
    changeFileUnderWay = place.changeFile();
    job =
        new RocksDbSnapshotJob(
            place,
            store,
            new RocksDbSnapshotJob.Work(
                nextNumber, underWay, changeFiles, Set.copyOf(inChangeFiles), droppedUnderWay),
            new RocksDbSnapshotJob.Packing(keyGroups, jobChunks));
    return job;
  }

  @Override
  public void completed(long checkpointId) {
    deleteNeedless(changeFiles.files(), job.changeFiles().files());
    changeFiles = job.changeFiles();
    renumberAbsentTables();
    inChangeFiles.clear();
    for (FrozenTable table : underWay) {
      table.entries().close();
      table.table().durable(table.entries().version());
      switch (table.target()) {
        case CHANGE_FILES -> inChangeFiles.add(table.number());
        case ROCKSDB_WHOLLY -> table.table().home().arrived();
        case ROCKSDB -> {}
      }
    }
    underWay = List.of();
    droppedUnderWay = List.of();
    changeFileUnderWay = null;
    budget.setShort(false);
    List<StoredTable> tables = allTables();
    tables.forEach(StoredTable::keepToBudget);
    if (budget.isExceeded() && tables.stream().noneMatch(table -> table.home().isLeaving())) {
      // Many small tables together are too large.
      tables.forEach(table -> table.home().leave());
    }
  }

  @Override
  public void failed(long checkpointId) {
    underWay.forEach(table -> table.entries().close());
    frozen.forEach(table -> table.entries().close());
    frozen.clear();
    underWay = List.of();
    dropped.addAll(droppedUnderWay);
    droppedUnderWay = List.of();
    if (changeFileUnderWay != null) {
      delete(changeFileUnderWay);
      changeFileUnderWay = null;
    }
  }

  /**
   * Tables that were left out of a checkpoint: if they are part of one again, removals meanwhile
   * are in no file, so that what older files have of them must not count.
   */
  private void renumberAbsentTables() {
    Set<Integer> absent = new HashSet<>(inChangeFiles);
    underWay.forEach(table -> absent.remove(table.number()));
    if (absent.isEmpty()) {
      return;
    }
    for (StoredTable table : allTables()) {
      if (absent.contains(table.descriptor().number())) {
        table.renumber(nextNumber++);
      }
    }
  }

  private void deleteNeedless(List<ChangeFile> before, List<ChangeFile> now) {
    Set<ChangeFile> needless = new HashSet<>(before);
    now.forEach(needless::remove);
    needless.forEach(file -> delete(directory.resolve(file.name())));
  }

  private void delete(Path file) {
    try {
      fileSystem.delete(file);
    } catch (IOException e) { // what is left goes at the next start
      LOG.warn("{} could not be deleted.", file, e);
    }
  }

  private List<StoredTable> allTables() {
    List<StoredTable> all = new ArrayList<>();
    for (Map<Integer, RocksDbTables> nodes : operators.values()) {
      for (RocksDbTables tables : nodes.values()) {
        all.addAll(tables.all());
      }
    }
    return all;
  }

  @Override
  public void drop(long relationId) {
    Map<Integer, RocksDbTables> nodes = operators.remove(relationId);
    if (nodes == null) {
      return;
    }
    for (RocksDbTables tables : nodes.values()) {
      for (StoredTable table : tables.all()) {
        table.forget();
        if (!table.home().isInChangeFiles()) {
          dropped.add(table.descriptor().number());
        }
      }
    }
  }

  @Override
  public Set<Long> relations() {
    return new TreeSet<>(operators.keySet());
  }

  @Override
  public long memoryBytes() {
    allTables().forEach(StoredTable::reportMemory);
    return budget.used() + pool.memoryBytes() + (store == null ? 0 : store.memoryBytes());
  }

  @Override
  public boolean wantsCheckpoint() {
    return budget.isShort();
  }

  @Override
  public void close() {
    failed(0);
    allTables().forEach(StoredTable::forget);
    operators.clear();
    pool.clear();
    letGoOfStore();
    if (job != null) {
      job.close();
    }
  }
}
