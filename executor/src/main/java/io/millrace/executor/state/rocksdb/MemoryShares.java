package io.millrace.executor.state.rocksdb;

import io.millrace.core.config.DataSize;

/**
 * How a worker's memory for state is divided, in bytes.
 *
 * @param tables for tables on the Java heap
 * @param pool for free pages of theirs
 * @param nativeBytes for RocksDB's blocks, filters and write buffers, outside the heap
 */
record MemoryShares(long tables, long pool, long nativeBytes) {
  private static final long LEAST_NATIVE = 4L << 20;
  private static final long MOST_NATIVE = 512L << 20;
  private static final long MOST_POOLED = 256L << 20;

  static MemoryShares of(DataSize memory) {
    long nativeBytes = Math.max(LEAST_NATIVE, Math.min(MOST_NATIVE, memory.bytes() / 5));
    long pool = Math.min(MOST_POOLED, memory.bytes() / 16);
    return new MemoryShares(
        Math.max(memory.bytes() / 2, memory.bytes() - nativeBytes - pool), pool, nativeBytes);
  }
}
