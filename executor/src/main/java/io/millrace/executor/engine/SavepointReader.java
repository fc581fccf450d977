package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.Savepoint;
import io.millrace.executor.filesystem.DirectoryTree;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.state.StateBackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads relations as of savepoints. A savepoint is open as long as anybody reads it, and is read
 * into memory once for all of them. Thread-safe.
 */
final class SavepointReader implements AutoCloseable {
  /** Each takes as much memory as the state of a database. */
  private static final int MOST_OPEN = 4;

  private final FileSystem fileSystem;
  private final Path directory;

  /** By the checkpoint that it keeps, since a name can be taken again. */
  private final Map<Long, Shared> open = new HashMap<>();

  private long opened;
  private boolean closed;

  /** A savepoint and how many read it. */
  private static final class Shared {
    final OpenSavepoint savepoint;
    int readers;

    Shared(OpenSavepoint savepoint) {
      this.savepoint = savepoint;
    }
  }

  /**
   * @param directory for files of what is open; what a crash has left there is deleted
   */
  SavepointReader(FileSystem fileSystem, Path directory) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    deleteAll();
  }

  private void deleteAll() {
    try {
      if (fileSystem.exists(directory)) {
        DirectoryTree.delete(fileSystem, directory);
      }
    } catch (IOException e) {
      throw FileErrors.of("delete " + directory, e);
    }
  }

  /**
   * Reads relations of a savepoint; the first reader waits until it is read into memory.
   *
   * @param relations tables and views as the savepoint defines them, one for each request
   */
  synchronized EpochRead read(
      CheckpointStore store,
      Savepoint savepoint,
      StateBackendFactory factory,
      List<RelationSpec> relations,
      List<ReadRequest> requests) {
    Shared shared = share(store, savepoint, factory);
    List<RelationRows> rows = new ArrayList<>();
    boolean complete = false;
    shared.readers++;
    try {
      for (int i = 0; i < requests.size(); i++) {
        rows.add(shared.savepoint.read(relations.get(i), requests.get(i)));
      }
      complete = true;
    } finally {
      if (!complete) {
        rows.forEach(RelationRows::close);
        release(savepoint, shared);
      }
    }
    return new EpochRead(shared.savepoint.epoch(), rows, () -> release(savepoint, shared));
  }

  private Shared share(CheckpointStore store, Savepoint savepoint, StateBackendFactory factory) {
    if (closed) {
      throw new MillraceException(ErrorCode.SHUTTING_DOWN, "The database has been shut down.");
    }
    Shared there = open.get(savepoint.manifest().checkpointId());
    if (there != null) {
      return there;
    }
    if (open.size() == MOST_OPEN) {
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          MOST_OPEN
              + " savepoints are being read, each with all of its state in memory, and that is the"
              + " most. Close other queries first.");
    }
    Path own = directory.resolve(Long.toString(++opened));
    Shared shared =
        new Shared(OpenSavepoint.open(fileSystem, own, store, savepoint.manifest(), factory));
    open.put(savepoint.manifest().checkpointId(), shared);
    return shared;
  }

  private synchronized void release(Savepoint savepoint, Shared shared) {
    shared.readers--;
    if (shared.readers == 0 && open.remove(savepoint.manifest().checkpointId(), shared)) {
      shared.savepoint.close();
    }
  }

  /** To be called when nobody reads any more. */
  @Override
  public synchronized void close() {
    closed = true;
    open.values().forEach(shared -> shared.savepoint.close());
    open.clear();
    deleteAll();
  }
}
