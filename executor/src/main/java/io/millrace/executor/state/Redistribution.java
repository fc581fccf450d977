package io.millrace.executor.state;

import java.util.List;

/**
 * Which worker an entry of a state table goes to when a restart has another number of workers than
 * the checkpoint. An operator says it of each of its tables, so that entries come to the worker
 * that will get the rows that they are about.
 */
public sealed interface Redistribution {
  /**
   * Records: to the owner of the key group of the first columns of their keys.
   *
   * @param columns those that the operator's input is exchanged by, at least 1
   */
  record ByKey(int columns) implements Redistribution {}

  /**
   * Ordered tables: to the owner of the key group of the hash (4 bytes, big-endian) that stands in
   * each key.
   *
   * @param offset where in the key
   */
  record ByHash(int offset) implements Redistribution {}

  /** To worker 0, to which an exchange without keys brings all rows. */
  record Single() implements Redistribution {}

  /** To every worker, each what any had. Ordered tables only; counts are not added up. */
  record Broadcast() implements Redistribution {}

  /**
   * Of records.
   *
   * @param keys the columns that the operator's input is exchanged by, which begin the key
   */
  static Redistribution byKey(List<?> keys) {
    return keys.isEmpty() ? new Single() : new ByKey(keys.size());
  }

  /**
   * Of an ordered table.
   *
   * @param offset where in its keys the hash is
   * @param keys the columns that the operator's input is exchanged by and the hash is of
   */
  static Redistribution byHash(int offset, List<?> keys) {
    return keys.isEmpty() ? new Single() : new ByHash(offset);
  }
}
