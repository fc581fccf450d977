package io.millrace.planner.explain;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Which rows are in one session, as text. */
final class SessionText {
  private SessionText() {}

  /**
   * @param columns the name of the input column at a position
   */
  static String of(List<Integer> partition, int time, long gapMillis, IntFunction<String> columns) {
    String keys = partition.stream().map(columns::apply).collect(Collectors.joining(", "));
    return "SessionWindow"
        + (keys.isEmpty() ? "" : " by (" + keys + ")")
        + " of "
        + columns.apply(time)
        + ", gap "
        + BigDecimal.valueOf(gapMillis, 3).stripTrailingZeros().toPlainString()
        + " s";
  }
}
