package io.millrace.executor.state.table;

/**
 * Takes a table's entries, as bytes: keys with their values, or keys that were removed. One thread
 * uses it.
 */
public interface EntryTarget {
  /** In place of a value's length: the entry was removed. */
  int REMOVED = -1;

  /** What an entry takes beside its key and its value: the lengths of both. */
  int HEADER_BYTES = 8;

  /**
   * Makes room for an entry.
   *
   * @param hash of the key; 0 in ordered tables
   * @param valueLength of the value, or {@link #REMOVED}
   * @return where its key is to be written in {@link #chunk}; the value comes right after it
   */
  int add(int hash, int keyLength, int valueLength);

  /** The array in which the entry added last lies. */
  byte[] chunk();
}
