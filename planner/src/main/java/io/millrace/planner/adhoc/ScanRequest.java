package io.millrace.planner.adhoc;

import io.millrace.planner.catalog.CatalogRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a query reads of one relation.
 *
 * @param schema of the relation
 * @param name of the relation
 * @param relation a source, table or materialized view; empty for a system relation
 * @param savepoint as of which it is read; empty: as of now
 * @param columns which columns a row has, in this order; at least one
 * @param lookups keys that hold all rows that matter, each with one value for each column of the
 *     primary key of a table or the key of a materialized view, in the order of that key; null: all
 *     rows matter
 * @param repeated whether one run may enumerate the rows more than once
 */
public record ScanRequest(
    String schema,
    String name,
    Optional<CatalogRelation> relation,
    Optional<String> savepoint,
    List<Integer> columns,
    List<List<KeyValue>> lookups,
    boolean repeated) {
  public ScanRequest {
    columns = List.copyOf(columns);
    lookups = lookups == null ? null : lookups.stream().map(List::copyOf).toList();
  }

  /** One value of a key. */
  public sealed interface KeyValue {
    /** In the engine's representation of values. */
    record Constant(Object value) implements KeyValue {}

    /**
     * @param index of the statement's parameter, from 0
     */
    record Parameter(int index) implements KeyValue {}
  }

  /**
   * The keys to look up, without those that have a NULL: nothing equals NULL.
   *
   * @param parameters in the engine's representation of values
   * @return null: all rows are needed
   */
  public List<Object[]> keys(List<Object> parameters) {
    if (lookups == null) {
      return null;
    }
    List<Object[]> keys = new ArrayList<>();
    for (List<KeyValue> lookup : lookups) {
      Object[] key = new Object[lookup.size()];
      boolean complete = true;
      for (int i = 0; i < key.length; i++) {
        key[i] =
            lookup.get(i) instanceof KeyValue.Parameter parameter
                ? parameters.get(parameter.index())
                : ((KeyValue.Constant) lookup.get(i)).value();
        complete &= key[i] != null;
      }
      if (complete) {
        keys.add(key);
      }
    }
    return keys;
  }
}
