package io.millrace.executor.operator.materialize;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of one epoch that cannot be applied to their record yet: deletions of rows that are not
 * there so far, and rows that others have replaced before they were deleted. By the end of the
 * epoch they cancel each other out, or one row is left. Usually there are none.
 */
final class StrayRows {
  private final Map<List<Object>, Map<List<Object>, Long>> byKey = new HashMap<>();

  boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** Adds to a row's weight. */
  void add(Object[] row, List<Integer> key, List<DataType> types, long weight) {
    List<Object> values = comparable(row, types);
    List<Object> keyValues = key.stream().map(values::get).toList();
    Map<List<Object>, Long> rows = byKey.computeIfAbsent(keyOf(keyValues), k -> new HashMap<>());
    if (rows.merge(values, weight, Long::sum) == 0) {
      rows.remove(values);
      if (rows.isEmpty()) {
        byKey.remove(keyOf(keyValues));
      }
    }
  }

  private static List<Object> keyOf(List<Object> values) {
    List<Object> key = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof Double number) {
        key.add(number + 0.0);
      } else if (value instanceof Float number) {
        key.add(number + 0.0f);
      } else {
        key.add(value);
      }
    }
    return key;
  }

  private static List<Object> comparable(Object[] row, List<DataType> types) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      boolean binary = row[i] != null && types.get(i).kind() == TypeKind.VARBINARY;
      values.add(binary ? ByteBuffer.wrap((byte[]) row[i]) : row[i]);
    }
    return values;
  }

  /** What is left of one key: rows and their weights, none of which is 0. */
  record Left(List<Object> key, Map<List<Object>, Long> rows) {
    /** The one row of weight 1, or null if it is not that. */
    Object[] onlyRow() {
      if (rows.size() != 1 || rows.values().iterator().next() != 1) {
        return null;
      }
      Object[] row = rows.keySet().iterator().next().toArray();
      for (int i = 0; i < row.length; i++) {
        if (row[i] instanceof ByteBuffer buffer) {
          row[i] = buffer.array();
        }
      }
      return row;
    }
  }

  /** Takes everything out. */
  List<Left> takeAll() {
    List<Left> all = new ArrayList<>();
    byKey.forEach((key, rows) -> all.add(new Left(key, rows)));
    byKey.clear();
    return all;
  }
}
