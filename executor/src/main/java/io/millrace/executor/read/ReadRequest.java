package io.millrace.executor.read;

import java.util.List;

/**
 * What one reader wants of one relation.
 *
 * @param relationId of a table or materialized view
 * @param columns which of the relation's columns, in this order
 * @param keys the keys whose rows are wanted, each with a value for every column of the relation's
 *     unique key in the key's order; null for all rows
 */
public record ReadRequest(long relationId, List<Integer> columns, List<Object[]> keys) {
  public ReadRequest {
    columns = List.copyOf(columns);
    keys = keys == null ? null : List.copyOf(keys);
  }

  /** All rows. */
  public static ReadRequest all(long relationId, List<Integer> columns) {
    return new ReadRequest(relationId, columns, null);
  }
}
