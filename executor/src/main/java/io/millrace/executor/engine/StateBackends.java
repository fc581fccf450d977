package io.millrace.executor.engine;

import io.millrace.core.config.DataSize;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.filesystem.FileSystemStateBackendFactory;
import io.millrace.executor.state.memory.MemoryStateBackendFactory;
import io.millrace.executor.state.rocksdb.RocksDbStateBackendFactory;

/** The state backends by kind. */
final class StateBackends {
  private StateBackends() {}

  static StateBackendFactory factory(EngineConfig config, EngineEnvironment environment) {
    return switch (config.stateBackend()) {
      case MEMORY -> new MemoryStateBackendFactory(environment.fileSystem(), config.keyGroups());
      case FILESYSTEM ->
          new FileSystemStateBackendFactory(environment.fileSystem(), config.keyGroups());
      case ROCKSDB ->
          new RocksDbStateBackendFactory(
              environment.fileSystem(),
              new DataSize(config.stateMemory().bytes() / config.workers()),
              config.keyGroups());
    };
  }
}
