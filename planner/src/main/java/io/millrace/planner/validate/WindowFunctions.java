package io.millrace.planner.validate;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlOperator;

/** Which functions of windows of time there are, and what is said of those that are none. */
public final class WindowFunctions {
  /** What to write instead of a function that groups by windows. */
  public static final String GROUP_HINT =
      "FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(time), INTERVAL '1' MINUTE)) gives each row its"
          + " window";

  /** What to write instead of another table function. */
  public static final String TABLE_HINT = "TUMBLE, HOP, CUMULATE and SESSION are supported";

  private static final Set<String> TABLES =
      WindowTableFunction.ALL.stream().map(SqlOperator::getName).collect(Collectors.toSet());

  /** Calcite's names of functions that group by windows. */
  private static final Set<String> GROUPS =
      Set.of(
          "$TUMBLE",
          "TUMBLE_START",
          "TUMBLE_END",
          "$HOP",
          "HOP_START",
          "HOP_END",
          "$SESSION",
          "SESSION_START",
          "SESSION_END");

  private WindowFunctions() {}

  /** The name in capital letters, as it is written. */
  public static String name(SqlCall call) {
    return calciteName(call).replace("$", "");
  }

  /** Whether it groups by windows, which Millrace does by table functions. */
  public static boolean isGroup(SqlCall call) {
    return GROUPS.contains(calciteName(call));
  }

  /** Whether it is a table function that gives rows their windows. */
  public static boolean isTable(SqlCall call) {
    return TABLES.contains(calciteName(call));
  }

  private static String calciteName(SqlCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }
}
