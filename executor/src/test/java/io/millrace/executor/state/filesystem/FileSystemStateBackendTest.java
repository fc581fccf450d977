package io.millrace.executor.state.filesystem;

import io.millrace.core.config.DataSize;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.StateBackendContractTest;
import io.millrace.executor.state.StateBackendFactory;

final class FileSystemStateBackendTest extends StateBackendContractTest {
  @Override
  protected StateBackendFactory factory(DataSize memory) {
    return new FileSystemStateBackendFactory(new LocalFileSystem(), KeyGroups.DEFAULT_COUNT);
  }
}
