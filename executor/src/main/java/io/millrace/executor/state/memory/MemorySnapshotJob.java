package io.millrace.executor.state.memory;

import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.SnapshotJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes all frozen tables to one file. */
final class MemorySnapshotJob implements SnapshotJob {
  private final FileSystem fileSystem;
  private final int worker;
  private final Path file;
  private final List<FrozenTable> tables;

  MemorySnapshotJob(FileSystem fileSystem, int worker, Path file, List<FrozenTable> tables) {
    this.fileSystem = fileSystem;
    this.worker = worker;
    this.file = file;
    this.tables = tables;
  }

  @Override
  public List<LocalStateFile> run() {
    try {
      StateFile.write(fileSystem, file, tables);
    } catch (IOException e) {
      throw FileErrors.of("write the state to " + file, e);
    } finally {
      tables.forEach(FrozenTable::close);
    }
    return List.of(new LocalStateFile(worker, file, file.getFileName().toString(), true));
  }

  @Override
  public void close() {
    tables.forEach(FrozenTable::close);
    try {
      fileSystem.delete(file);
    } catch (IOException e) {
      throw FileErrors.of("delete " + file, e);
    }
  }
}
