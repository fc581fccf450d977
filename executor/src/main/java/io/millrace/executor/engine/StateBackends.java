package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.memory.MemoryStateBackendFactory;

/** The state backends by kind. */
final class StateBackends {
  private StateBackends() {}

  static StateBackendFactory factory(EngineConfig config, EngineEnvironment environment) {
    return switch (config.stateBackend()) {
      case MEMORY -> new MemoryStateBackendFactory(environment.fileSystem());
      case ROCKSDB ->
          throw new MillraceException(
              ErrorCode.UNSUPPORTED, "The state backend rocksdb is not there yet. Use memory.");
    };
  }
}
