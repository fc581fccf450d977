/**
 * The operator contract. Operators see batches, state tables and an output, and know no threads,
 * clocks, files or RocksDB. One sub-package a kind of operator.
 */
package io.millrace.executor.operator;
