package io.millrace.executor.state.rocksdb;

import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateTables;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tables in memory over one RocksDB. */
final class RocksDbStateBackend implements StateBackend {
  private final FileSystem fileSystem;
  private final int worker;
  private final Path directory;
  private final int keyGroups;
  private final RocksDbStore store;
  private final MemoryBudget budget;
  private final PagePool pool;
  private final Deque<byte[]> jobChunks = new ArrayDeque<>();
  private final Map<Long, Map<Integer, RocksDbTables>> operators = new TreeMap<>();

  /** Numbers of dropped tables, whose records the next job removes. */
  private List<Integer> dropped = new ArrayList<>();

  private List<FrozenTable> frozen = new ArrayList<>();
  private List<FrozenTable> underWay = List.of();

  /** The newest job, which may never have been run when the backend is closed; or null. */
  private RocksDbSnapshotJob job;

  private List<Integer> droppedUnderWay = List.of();
  private int nextNumber = 1;

  RocksDbStateBackend(
      FileSystem fileSystem, int worker, Path directory, MemoryShares shares, int keyGroups) {
    this.fileSystem = fileSystem;
    this.worker = worker;
    this.directory = directory;
    this.keyGroups = keyGroups;
    this.budget = new MemoryBudget(shares.tables());
    this.pool = new PagePool(shares.pool());
    TableCatalog catalog;
    try {
      fileSystem.createDirectories(directory);
      Path file = directory.resolve(TableCatalog.FILE_NAME);
      catalog =
          fileSystem.exists(file)
              ? TableCatalog.read(fileSystem, file)
              : new TableCatalog(1, List.of());
    } catch (IOException e) {
      throw FileErrors.of("open the state in " + directory, e);
    }
    nextNumber = catalog.nextNumber();
    store = new RocksDbStore(directory, shares.nativeBytes());
    try {
      restore(catalog);
    } catch (RuntimeException e) {
      store.letGo();
      throw e;
    }
  }

  private void restore(TableCatalog catalog) {
    Map<Integer, StoredTable> byNumber = new HashMap<>();
    for (TableDescriptor descriptor : catalog.tables()) {
      StoredTable table = stored(descriptor);
      operator(descriptor.relationId(), descriptor.nodeId()).add(table);
      byNumber.put(descriptor.number(), table);
    }
    StateLoader.load(store, byNumber, budget);
    for (TableDescriptor descriptor : catalog.tables()) {
      byNumber.get(descriptor.number()).setSize(descriptor.size());
    }
  }

  private StoredTable stored(TableDescriptor descriptor) {
    return descriptor.layout() == null
        ? new StoredOrdered(descriptor, store, budget)
        : new StoredRecords(descriptor, store, keyGroups, pool, budget);
  }

  StoredTable newTable(long relationId, int nodeId, String name, RecordLayout layout) {
    return stored(new TableDescriptor(relationId, nodeId, name, nextNumber++, layout, 0));
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

  @Override
  public SnapshotJob finishFreeze(long checkpointId) {
    underWay = frozen;
    underWay.sort(Comparator.comparingInt(table -> table.descriptor().number()));
    frozen = new ArrayList<>();
    droppedUnderWay = dropped;
    dropped = new ArrayList<>();
    List<TableDescriptor> descriptors = new ArrayList<>();
    for (FrozenTable table : underWay) {
      descriptors.add(table.descriptor());
    }
    job =
        new RocksDbSnapshotJob(
            new RocksDbSnapshotJob.Place(fileSystem, directory, worker, checkpointId),
            store,
            new TableCatalog(nextNumber, descriptors),
            underWay,
            droppedUnderWay,
            new RocksDbSnapshotJob.Packing(keyGroups, jobChunks));
    return job;
  }

  @Override
  public void completed(long checkpointId) {
    for (FrozenTable table : underWay) {
      table.release().run();
      table.table().durable(table.version());
    }
    underWay = List.of();
    droppedUnderWay = List.of();
    budget.setShort(false);
    for (StoredTable table : allTables()) {
      table.keepToBudget();
    }
  }

  @Override
  public void failed(long checkpointId) {
    for (FrozenTable table : underWay) {
      table.release().run();
    }
    for (FrozenTable table : frozen) {
      table.release().run();
    }
    frozen.clear();
    underWay = List.of();
    dropped.addAll(droppedUnderWay);
    droppedUnderWay = List.of();
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
        dropped.add(table.descriptor().number());
      }
    }
  }

  @Override
  public Set<Long> relations() {
    return new TreeSet<>(operators.keySet());
  }

  @Override
  public long memoryBytes() {
    return budget.used() + pool.memoryBytes() + store.memoryBytes();
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
    store.letGo();
    if (job != null) {
      job.close();
    }
  }
}
