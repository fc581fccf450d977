/**
 * The {@code rocksdb} state backend: one RocksDB for each worker, under tables in memory. RocksDB
 * is written by checkpoints only, from sorted files, so it holds what the last one holds; it is
 * read only for records that do not fit into memory.
 */
package io.millrace.executor.state.rocksdb;
