package io.millrace.executor.state.memory;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import java.nio.file.Path;

/** Opens {@code memory} state backends. */
public final class MemoryStateBackendFactory implements StateBackendFactory {
  private final FileSystem fileSystem;

  public MemoryStateBackendFactory(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  @Override
  public String format() {
    return "memory/" + StateFile.VERSION;
  }

  @Override
  public StateBackend open(int worker, Path directory) {
    return new MemoryStateBackend(fileSystem, worker, directory);
  }
}
