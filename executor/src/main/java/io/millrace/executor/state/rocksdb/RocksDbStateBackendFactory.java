package io.millrace.executor.state.rocksdb;

import io.millrace.core.config.DataSize;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import java.nio.file.Path;
import java.util.List;

/** Opens {@code rocksdb} state backends. */
public final class RocksDbStateBackendFactory implements StateBackendFactory {
  private final FileSystem fileSystem;
  private final DataSize memory;
  private final int keyGroups;

  /**
   * @param memory for the state of each worker, on and off the Java heap
   * @param keyGroups how many key groups the database has
   */
  public RocksDbStateBackendFactory(FileSystem fileSystem, DataSize memory, int keyGroups) {
    this.fileSystem = fileSystem;
    this.memory = memory;
    this.keyGroups = keyGroups;
  }

  @Override
  public String format() {
    return "rocksdb/" + TableCatalog.VERSION;
  }

  @Override
  public StateBackend open(int worker, Path directory) {
    return new RocksDbStateBackend(
        fileSystem, worker, directory, MemoryShares.of(memory), keyGroups);
  }

  /** Workers' parts are read one after the other, each with the memory of one worker. */
  @Override
  public void redistribute(List<Path> parts, List<Path> targets) {
    try (StateDivision division = new StateDivision(fileSystem, targets, keyGroups)) {
      for (int worker = 0; worker < parts.size(); worker++) {
        RocksDbStateBackend part =
            new RocksDbStateBackend(
                fileSystem, worker, parts.get(worker), MemoryShares.of(memory), keyGroups);
        try (part) {
          part.divide(division);
        }
      }
      division.finish();
    }
  }
}
