package io.millrace.executor.simulation;

import io.millrace.executor.read.RelationRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Rows, and how often each is there; never 0 times. */
final class Bag {
  private final Map<List<Object>, Long> counts = new HashMap<>();

  /** The rows that are left of an answer. */
  static Bag of(RelationRows rows) {
    Bag bag = new Bag();
    while (rows.next()) {
      bag.add(rows.row(), 1);
    }
    return bag;
  }

  void add(Object[] row, long weight) {
    add(Arrays.asList(row), weight);
  }

  void add(List<Object> row, long weight) {
    counts.merge(row, weight, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
  }

  void forEach(BiConsumer<List<Object>, Long> action) {
    counts.forEach(action);
  }

  /** Some columns of each row. */
  Bag project(List<Integer> columns) {
    Bag projected = new Bag();
    counts.forEach(
        (row, count) -> {
          List<Object> values = new ArrayList<>(columns.size());
          columns.forEach(column -> values.add(row.get(column)));
          projected.add(values, count);
        });
    return projected;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** What this one has more, or less, than the other. */
  Bag minus(Bag other) {
    Bag difference = new Bag();
    counts.forEach(difference::add);
    other.counts.forEach((row, count) -> difference.add(row, -count));
    return difference;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bag bag && counts.equals(bag.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
