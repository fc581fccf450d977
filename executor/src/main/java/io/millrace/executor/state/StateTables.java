package io.millrace.executor.state;

/**
 * The state tables of one shard of one operator, by name. A table is made at its first use and is
 * found again, with its content of the checkpoint, after a restart. Used by the shard's thread
 * only.
 */
public interface StateTables {
  /**
   * A hash table of records by key; see {@link RecordTable}.
   *
   * @param redistribution which worker gets a record when there are others
   */
  RecordTable records(String name, RecordLayout layout, Redistribution redistribution);

  /**
   * A sorted map from byte strings to counts; see {@link OrderedTable}.
   *
   * @param redistribution which worker gets a key when there are others
   */
  OrderedTable ordered(String name, Redistribution redistribution);
}
