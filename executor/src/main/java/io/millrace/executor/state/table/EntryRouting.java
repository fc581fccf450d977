package io.millrace.executor.state.table;

import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.Redistribution;

/** Finds the worker to which an entry of a table belongs. One thread uses it. */
public final class EntryRouting {
  /** In place of a worker: every one. */
  public static final int EVERY = -1;

  private final Redistribution redistribution;
  private final int keyGroups;
  private final int workers;

  /** Null for an ordered table. */
  private final RecordShape shape;

  private final long[] words;

  public EntryRouting(TableDescriptor table, int keyGroups, int workers) {
    this.redistribution = table.redistribution();
    this.keyGroups = keyGroups;
    this.workers = workers;
    this.shape = table.layout() == null ? null : new RecordShape(table.layout());
    this.words = new long[shape == null ? 0 : shape.keyWords];
  }

  /**
   * @param bytes holds the entry's key
   * @return a worker, or {@link #EVERY}
   */
  public int worker(byte[] bytes, int keyOffset) {
    if (redistribution instanceof Redistribution.ByKey byKey) {
      return owner((int) shape.hashOfKey(bytes, keyOffset, byKey.columns(), words));
    }
    if (redistribution instanceof Redistribution.ByHash byHash) {
      return owner(Bytes.getInt(bytes, keyOffset + byHash.offset()));
    }
    return redistribution instanceof Redistribution.Broadcast ? EVERY : 0;
  }

  private int owner(int hash) {
    return KeyGroups.worker(KeyGroups.of(hash, keyGroups), keyGroups, workers);
  }
}
