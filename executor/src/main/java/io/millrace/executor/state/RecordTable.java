package io.millrace.executor.state;

/**
 * A hash table from keys to records of 64-bit words, kept in paged primitive arrays, so that one
 * batch is looked up at once and its records are then changed in place.
 *
 * <p>A record is named by its <i>slot</i>. A slot stays valid until the next {@link #find} or
 * {@link #findOrAdd}, and beyond them as long as {@link #moves} stays the same: between them
 * nothing moves and nothing is evicted. {@link #remove} makes its own slot invalid and no other. A
 * word is reached as {@code table.page(slot)[table.offset(slot) + word]}. Before words are changed,
 * {@link #writablePage} must be called for the slot: it marks the record as changed and copies the
 * page if a snapshot still reads it. A page that it returned stays writable until the next snapshot
 * of the table, but each changed record needs its own call.
 *
 * <p>One thread owns a table. Snapshots may be read by any thread.
 */
public interface RecordTable {
  RecordLayout layout();

  /** A slot that is not there. */
  int ABSENT = -1;

  /**
   * Finds records.
   *
   * @param keys {@link KeyBatch#size} keys of the layout's types
   * @param slots gets a slot for each key, or {@link #ABSENT}
   */
  void find(KeyBatch keys, int[] slots);

  /**
   * Finds records and adds those that are absent, with all words 0 and empty byte strings. A key
   * that comes twice gets the same slot. An added record is not marked as changed until it is
   * written to.
   *
   * @param slots gets a slot for each key
   */
  void findOrAdd(KeyBatch keys, int[] slots);

  /** The page that holds a slot's words, for reading. */
  long[] page(int slot);

  /** The page that holds a slot's words, for changing this slot's words. */
  long[] writablePage(int slot);

  /** Where in its page a slot's first word is. */
  int offset(int slot);

  /** The length in bytes of the byte string in a byte cell. */
  int bytesLength(int slot, int word);

  /** Copies the byte string in a byte cell. */
  void readBytes(int slot, int word, byte[] target, int targetOffset);

  /** Replaces the byte string in a byte cell, and marks the record as changed. */
  void writeBytes(int slot, int word, byte[] source, int sourceOffset, int length);

  /** Removes a record. */
  void remove(int slot);

  /**
   * A number that changes whenever slots found earlier may have become invalid (records moved or
   * were evicted), so that an operator need not look its records up again at the end of an epoch.
   *
   * @return that number, or -1 if every find may move records
   */
  default long moves() {
    return -1;
  }

  /** How many records there are, the evicted ones included. */
  long size();

  /**
   * Decodes keys into vectors, one for each key column, at the rows {@code firstRow}, {@code
   * firstRow} + 1, …
   *
   * @param slots whose keys; the first {@code count} of the array
   * @param vectors as {@link io.millrace.executor.data.ArrowTypes} says, with room allocated
   */
  void decodeKeys(
      int[] slots, int count, org.apache.arrow.vector.FieldVector[] vectors, int firstRow);

  /**
   * A picture of the table as it is now. Cheap: pages are shared until they are changed. The caller
   * closes it.
   */
  RecordSnapshot snapshot();
}
