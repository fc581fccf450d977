package io.millrace.planner.trait;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * On which worker the rows of a stream are.
 *
 * @param keys the columns, in order, whose hash decides; empty: all rows are on one worker; null:
 *     nothing is known
 */
public record Distribution(List<Integer> keys) {
  public static final Distribution UNKNOWN = new Distribution(null);

  public Distribution {
    keys = keys == null ? null : List.copyOf(keys);
  }

  public static Distribution hash(List<Integer> keys) {
    return new Distribution(keys);
  }

  public boolean isKnown() {
    return keys != null;
  }

  /** Whether rows are where an exchange by these columns, in this order, would bring them. */
  public boolean satisfies(List<Integer> required) {
    return required.equals(keys);
  }

  /**
   * The distribution after columns have moved.
   *
   * @param target the new position of a column, empty if it is gone
   */
  public Distribution map(IntFunction<Optional<Integer>> target) {
    if (keys == null) {
      return UNKNOWN;
    }
    List<Optional<Integer>> moved = keys.stream().map(target::apply).toList();
    return moved.stream().allMatch(Optional::isPresent)
        ? new Distribution(moved.stream().map(Optional::get).toList())
        : UNKNOWN;
  }

  @Override
  public String toString() {
    return keys == null ? "unknown" : keys.isEmpty() ? "one worker" : "hash" + keys;
  }
}
