package io.millrace.planner.metadata;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * The sets of columns that are unique in the content of a stream, where content is the sum of its
 * changes. NULLs are equal to each other here.
 *
 * @param keys each sorted, without repetition; an empty key means: at most one row
 */
public record UpsertKeys(List<List<Integer>> keys) {
  /** Rows may repeat, as far as is known. */
  public static final UpsertKeys NONE = new UpsertKeys(List.of());

  /** At most one row. */
  public static final UpsertKeys SINGLE_ROW = of(List.of());

  public UpsertKeys {
    keys = keys.stream().map(key -> List.copyOf(new TreeSet<>(key))).distinct().toList();
  }

  public static UpsertKeys of(List<Integer> key) {
    return new UpsertKeys(List.of(key));
  }

  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Whether these columns, in any order, hold a whole key. */
  public boolean covers(List<Integer> columns) {
    return keys.stream().anyMatch(columns::containsAll);
  }

  /** The key with the fewest columns, of these the leftmost. */
  public Optional<List<Integer>> smallest() {
    return keys.stream()
        .min(Comparator.<List<Integer>>comparingInt(List::size).thenComparing(List::toString));
  }

  /**
   * The keys after columns have moved.
   *
   * @param target the new position of a column, empty if it is gone
   */
  public UpsertKeys map(IntFunction<Optional<Integer>> target) {
    List<List<Integer>> moved = new ArrayList<>();
    for (List<Integer> key : keys) {
      List<Optional<Integer>> columns = key.stream().map(target::apply).toList();
      if (columns.stream().allMatch(Optional::isPresent)) {
        moved.add(columns.stream().map(Optional::get).toList());
      }
    }
    return new UpsertKeys(moved);
  }
}
