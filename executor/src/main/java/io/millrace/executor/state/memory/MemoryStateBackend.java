package io.millrace.executor.state.memory;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateTables;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tables in memory; every checkpoint writes all of them. */
final class MemoryStateBackend implements StateBackend {
  private static final long POOLED_BYTES = 64L << 20;

  private final FileSystem fileSystem;
  private final int worker;
  private final Path directory;
  private final PagePool pool = new PagePool(POOLED_BYTES);
  private final Map<Long, Map<Integer, MemoryTables>> operators = new TreeMap<>();
  private List<FrozenTable> frozen = new ArrayList<>();

  MemoryStateBackend(FileSystem fileSystem, int worker, Path directory) {
    this.fileSystem = fileSystem;
    this.worker = worker;
    this.directory = directory;
    read(fileSystem, directory, this::loading);
  }

  /** Reads the file in a directory, if there is one. */
  static void read(FileSystem fileSystem, Path directory, StateFile.Target target) {
    try {
      fileSystem.createDirectories(directory);
      List<Path> files = fileSystem.list(directory);
      if (files.size() > 1) {
        throw new MillraceException(
            ErrorCode.CORRUPTED_CHECKPOINT,
            "Expected one file of state in " + directory + " but found " + files.size() + ".");
      }
      for (Path file : files) {
        StateFile.read(fileSystem, file, target);
      }
    } catch (IOException e) {
      throw FileErrors.of("read the state in " + directory, e);
    }
  }

  /** Takes the entries of a table that is stored. */
  StateFile.Entries loading(TableDescriptor table) {
    return operator(table.relationId(), table.nodeId()).loading(table);
  }

  @Override
  public StateTables tables(long relationId, int nodeId) {
    return operator(relationId, nodeId);
  }

  private MemoryTables operator(long relationId, int nodeId) {
    return operators
        .computeIfAbsent(relationId, id -> new TreeMap<>())
        .computeIfAbsent(nodeId, id -> new MemoryTables(relationId, nodeId, pool));
  }

  @Override
  public void freeze(long relationId, int nodeId) {
    operator(relationId, nodeId).freeze(frozen);
  }

  /** Writes all tables into the backend's directory, as a checkpoint leaves them. */
  void write() {
    operators.forEach((relation, nodes) -> nodes.keySet().forEach(node -> freeze(relation, node)));
    finishFreeze(0).run();
  }

  @Override
  public SnapshotJob finishFreeze(long checkpointId) {
    List<FrozenTable> tables = frozen;
    frozen = new ArrayList<>();
    Path file = directory.resolve("tables-" + checkpointId);
    return new MemorySnapshotJob(fileSystem, worker, file, tables);
  }

  @Override
  public void completed(long checkpointId) {
    releaseFrozen();
  }

  @Override
  public void failed(long checkpointId) {
    releaseFrozen();
  }

  private void releaseFrozen() {
    frozen.forEach(FrozenTable::close);
    frozen.clear();
  }

  @Override
  public void drop(long relationId) {
    operators.remove(relationId);
  }

  @Override
  public Set<Long> relations() {
    return new TreeSet<>(operators.keySet());
  }

  @Override
  public long memoryBytes() {
    long bytes = pool.memoryBytes();
    for (Map<Integer, MemoryTables> nodes : operators.values()) {
      for (MemoryTables tables : nodes.values()) {
        bytes += tables.memoryBytes();
      }
    }
    return bytes;
  }

  @Override
  public boolean wantsCheckpoint() {
    return false;
  }

  @Override
  public void close() {
    releaseFrozen();
    operators.clear();
    pool.clear();
  }
}
