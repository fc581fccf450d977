package io.millrace.executor.state.filesystem;

import io.millrace.core.config.DataSize;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.rocksdb.RocksDbStateBackendFactory;
import io.millrace.executor.state.rocksdb.TableCatalog;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens {@code filesystem} state backends: what the {@code rocksdb} one is as long as everything
 * fits into memory, with no limit, so that RocksDB is never opened.
 */
public final class FileSystemStateBackendFactory implements StateBackendFactory {
  /** More than any heap. */
  private static final DataSize UNLIMITED = new DataSize(1L << 60);

  private final RocksDbStateBackendFactory unlimited;

  /**
   * @param keyGroups how many key groups the database has
   */
  public FileSystemStateBackendFactory(FileSystem fileSystem, int keyGroups) {
    this.unlimited = new RocksDbStateBackendFactory(fileSystem, UNLIMITED, keyGroups);
  }

  @Override
  public String format() {
    return "filesystem/" + TableCatalog.VERSION;
  }

  @Override
  public StateBackend open(int worker, Path directory) {
    return unlimited.open(worker, directory);
  }

  @Override
  public void redistribute(List<Path> parts, List<Path> targets) {
    unlimited.redistribute(parts, targets);
  }
}
