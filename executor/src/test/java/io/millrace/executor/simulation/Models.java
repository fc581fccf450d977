package io.millrace.executor.simulation;

import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What operators compute, computed from all rows at once. */
final class Models {
  private Models() {}

  /** First columns, by windows of a size; the others as they are. */
  static Bag windows(Bag input, int size) {
    Bag result = new Bag();
    input.forEach(
        (row, count) -> {
          List<Object> changed = new ArrayList<>(row);
          changed.set(0, row.get(0) == null ? null : Math.floorDiv((Long) row.get(0), size));
          result.add(changed, count);
        });
    return result;
  }

  /** Groups by the columns before the argument's. */
  static Bag aggregate(Bag input, int argument, List<AggregateFunction> functions) {
    Map<List<Object>, Bag> groups = new HashMap<>();
    if (argument == 0) {
      groups.put(List.of(), new Bag());
    }
    input.forEach(
        (row, count) ->
            groups
                .computeIfAbsent(row.subList(0, argument), key -> new Bag())
                .add(Collections.singletonList(row.get(argument)), count));
    Bag result = new Bag();
    groups.forEach(
        (key, values) -> {
          List<Object> row = new ArrayList<>(key);
          functions.forEach(function -> row.add(aggregate(values, function)));
          result.add(row, 1);
        });
    return result;
  }

  private static Long aggregate(Bag values, AggregateFunction function) {
    Long[] result = {function == AggregateFunction.COUNT ? Long.valueOf(0) : null};
    values.forEach(
        (row, count) -> {
          Long value = (Long) row.get(0);
          if (function == AggregateFunction.COUNT) {
            result[0] += count;
          } else if (value != null) {
            Long before = result[0];
            result[0] =
                switch (function) {
                  case SUM -> (before == null ? 0 : before) + value * count;
                  case MIN -> before == null ? value : Long.valueOf(Math.min(before, value));
                  case MAX -> before == null ? value : Long.valueOf(Math.max(before, value));
                  default -> throw new AssertionError(function);
                };
          }
        });
    return result[0];
  }

  /** Joins by the first columns. */
  static Bag join(Bag left, Bag right, JoinKind kind) {
    Map<Object, Bag> rightByKey = new HashMap<>();
    right.forEach(
        (row, count) -> rightByKey.computeIfAbsent(row.get(0), key -> new Bag()).add(row, count));
    Set<Object> leftKeys = new HashSet<>();
    Bag result = new Bag();
    left.forEach(
        (row, count) -> {
          leftKeys.add(row.get(0));
          Bag matches = row.get(0) == null ? null : rightByKey.get(row.get(0));
          if (matches != null && kind.emitsPairs()) {
            matches.forEach((other, times) -> result.add(pair(row, other), count * times));
          } else if (matches != null && kind == JoinKind.SEMI
              || matches == null && kind == JoinKind.ANTI) {
            result.add(row, count);
          } else if (matches == null && kind.emitsUnmatchedLeft()) {
            result.add(pair(row, Arrays.asList(null, null)), count);
          }
        });
    if (kind.emitsUnmatchedRight()) {
      right.forEach(
          (row, count) -> {
            if (row.get(0) == null || !leftKeys.contains(row.get(0))) {
              result.add(pair(Arrays.asList(null, null), row), count);
            }
          });
    }
    return result;
  }

  private static List<Object> pair(List<Object> left, List<Object> right) {
    List<Object> row = new ArrayList<>(left);
    row.addAll(right);
    return row;
  }

  /** The rows whose number in the partition of their first column is at most {@code to}. */
  static Bag rank(Bag input, SortColumn sort, RankFunction function, long to) {
    Map<Object, List<List<Object>>> partitions = new HashMap<>();
    input.forEach(
        (row, count) ->
            partitions
                .computeIfAbsent(row.get(0), key -> new ArrayList<>())
                .addAll(Collections.nCopies(Math.toIntExact(count), row)));
    Comparator<List<Object>> wanted = by(sort);
    Comparator<List<Object>> all =
        wanted
            .thenComparing(by(new SortColumn(1, false, true)))
            .thenComparing(by(new SortColumn(2, false, true)));
    Bag result = new Bag();
    for (List<List<Object>> rows : partitions.values()) {
      rows.sort(all);
      long number = 0;
      for (int i = 0; i < rows.size(); i++) {
        if (function == RankFunction.ROW_NUMBER
            || i == 0
            || wanted.compare(rows.get(i - 1), rows.get(i)) != 0) {
          number++;
        }
        if (number <= to) {
          result.add(rows.get(i), 1);
        }
      }
    }
    return result;
  }

  private static Comparator<List<Object>> by(SortColumn sort) {
    Comparator<Long> values =
        sort.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
    Comparator<Long> withNulls =
        sort.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
    return (a, b) -> withNulls.compare((Long) a.get(sort.column()), (Long) b.get(sort.column()));
  }
}
