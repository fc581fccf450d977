package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.changes.ChangeFileReader;
import io.millrace.executor.state.table.TableDescriptor;

/** A table in memory over its part of RocksDB. The worker's thread owns it. */
sealed interface StoredTable extends ChangeFileReader.Entries permits StoredRecords, StoredOrdered {
  TableDescriptor descriptor();

  /** Makes entries of change files with the old number mean nothing. */
  void renumber(int number);

  Home home();

  /** Adds a record that RocksDB holds, at the opening of the backend. */
  void load(byte[] key, byte[] value);

  /** Says how many records the table has, of which RocksDB may have some that were not loaded. */
  void setSize(long size);

  /** Takes an entry of a change file, at the opening of the backend. */
  @Override
  void entry(byte[] bytes, int keyOffset, int keyLength, int valueLength);

  /** Takes the picture for a checkpoint. */
  FrozenTable freeze();

  /** A version that was frozen is durable. */
  void durable(int version);

  /** Evicts what is to be evicted; nobody holds slots. */
  void keepToBudget();

  /** The hash of a key of a change file; 0 if keys have none. */
  int hash(byte[] bytes, int keyOffset);

  /** What the table told the budget. */
  long memoryBytes();

  /** Tells the budget what memory the table takes. */
  void reportMemory();

  /** Frees what is not on the Java heap; the table is used no more. */
  void forget();
}
