package io.millrace.executor.state.memory;

import io.millrace.core.config.DataSize;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.StateBackendContractTest;
import io.millrace.executor.state.StateBackendFactory;

final class MemoryStateBackendTest extends StateBackendContractTest {
  @Override
  protected StateBackendFactory factory(DataSize memory) {
    return new MemoryStateBackendFactory(new LocalFileSystem(), KeyGroups.DEFAULT_COUNT);
  }
}
