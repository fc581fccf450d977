package io.millrace.executor.state.table;

import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordSnapshot;

/** Where a table's records are that are not in memory. The table's owner calls it. */
public interface ColdRecords {
  /**
   * Whether all that is durable of the table can be fetched, so that it may be evicted. If not, the
   * question is a wish, and a coming checkpoint will make it so.
   */
  boolean holdsDurable();

  /**
   * Loads records into the table by {@link PagedRecordTable#loadCold}, if they are there.
   *
   * @param wanted which keys of the batch; a key may come twice; the first {@code count}
   */
  void fetch(KeyBatch keys, int[] wanted, int count, PagedRecordTable table);

  /**
   * A snapshot of all records.
   *
   * @param resident those in memory, which count; closed with the result
   * @param size how many there are in all
   */
  RecordSnapshot snapshot(TableSnapshot resident, long size);
}
