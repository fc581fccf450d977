package io.millrace.executor.state.rocksdb;

import io.millrace.core.config.DataSize;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.StateBackendContractTest;
import io.millrace.executor.state.StateBackendFactory;

final class RocksDbStateBackendTest extends StateBackendContractTest {
  @Override
  protected StateBackendFactory factory(DataSize memory) {
    return new RocksDbStateBackendFactory(new LocalFileSystem(), memory, KeyGroups.DEFAULT_COUNT);
  }
}
