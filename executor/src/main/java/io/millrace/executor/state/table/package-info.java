/**
 * The tables in memory that every state backend builds on: records in paged primitive arrays under
 * an open-addressing index, and ordered counts in a tree of packed bytes. They know versions (of
 * checkpoints) and cold records (that are somewhere else), but neither files nor RocksDB.
 */
package io.millrace.executor.state.table;
