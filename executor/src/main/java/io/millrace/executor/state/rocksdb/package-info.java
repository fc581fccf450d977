/**
 * The {@code rocksdb} state backend: tables in memory. As long as one fits there, checkpoints write
 * it to change files. One that does not is in RocksDB, of which each worker has one and which
 * checkpoints write from sorted files, so that it holds what the last one holds; it is read for
 * records that were evicted.
 */
package io.millrace.executor.state.rocksdb;
