package io.millrace.executor.engine;

/** Where operators keep their state. */
public enum StateBackendKind {
  /** In memory; a checkpoint writes all of it. */
  MEMORY,
  /** In memory; a checkpoint writes what has changed. */
  FILESYSTEM,
  /** In memory as far as it fits, in RocksDB beyond; a checkpoint writes what has changed. */
  ROCKSDB
}
