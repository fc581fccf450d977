package io.millrace.executor.state.memory;

import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.SnapshotJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes all frozen tables to one file. */
final class MemorySnapshotJob implements SnapshotJob {
  private static final Logger LOG = LoggerFactory.getLogger(MemorySnapshotJob.class);

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
    } catch (IOException e) { // what is left goes at the next start
      LOG.warn("{} could not be deleted.", file, e);
    }
  }
}
