package io.millrace.planner.explain;

import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** What is numbered how, as text. */
final class RankText {
  private RankText() {}

  /**
   * @param columns the name of the input column at a position
   */
  static String of(
      RankFunction function,
      List<Integer> partition,
      List<SortColumn> order,
      long from,
      long to,
      IntFunction<String> columns) {
    String keys = partition.stream().map(columns::apply).collect(Collectors.joining(", "));
    String sorts =
        order.stream().map(sort -> sort(sort, columns)).collect(Collectors.joining(", "));
    return (to == Long.MAX_VALUE ? "Rank " : "TopN ")
        + function
        + (keys.isEmpty() ? "" : " by (" + keys + ")")
        + (sorts.isEmpty() ? "" : " in the order of " + sorts)
        + range(from, to);
  }

  private static String range(long from, long to) {
    if (to == Long.MAX_VALUE) {
      return from == 1 ? "" : ": from " + from;
    }
    return from == to ? ": " + from : ": " + from + " to " + to;
  }

  private static String sort(SortColumn sort, IntFunction<String> columns) {
    return columns.apply(sort.column())
        + (sort.descending() ? " DESC" : "")
        + (sort.nullsFirst() == sort.descending()
            ? ""
            : sort.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
  }
}
