package io.millrace.executor.state.table;

/** A table as it was when it was frozen for a checkpoint, for one thread at a time, any thread. */
public interface FrozenEntries {
  /** Where {@link #copy} begins with the first entry. */
  byte[] START = {};

  /** To be named when the checkpoint is durable. */
  int version();

  /** The bytes that all entries take in a file, about. */
  long bytes();

  /** Copies what was changed or removed since the last durable version. */
  void copyChanges(EntryTarget target);

  /**
   * Copies entries, changed ones included, until they take so many bytes.
   *
   * @param position {@link #START}, or where the last copying stopped, be it of an earlier version
   * @return where to go on, or null at the table's end
   */
  byte[] copy(byte[] position, EntryTarget target, long bytes);

  /** Lets go of it. May be called twice, and by another thread. */
  void close();
}
