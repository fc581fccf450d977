package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.validate.Positions;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Refuses what Calcite's runtime cannot compute, or not within bounds, by its place in the text.
 * Looks at the tree as it was parsed.
 */
final class AdHocQueryCheck extends SqlBasicVisitor<Void> {
  private static final Set<String> WINDOW_TABLES = Set.of("TUMBLE", "HOP");
  private static final Set<String> GROUP_WINDOWS =
      Set.of(
          "TUMBLE",
          "TUMBLE_START",
          "TUMBLE_END",
          "HOP",
          "HOP_START",
          "HOP_END",
          "SESSION",
          "SESSION_START",
          "SESSION_END");

  private AdHocQueryCheck() {}

  /**
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} at the first construct that is not
   *     supported
   */
  static void check(SqlNode query) {
    query.accept(new AdHocQueryCheck());
  }

  @Override
  public Void visit(SqlCall call) {
    if (call instanceof SqlWithItem item && item.recursive.booleanValue()) {
      throw refused(item.name, "WITH RECURSIVE, a query that reads its own rows");
    }
    if (call.getKind() == SqlKind.MATCH_RECOGNIZE) {
      throw refused(call, "MATCH_RECOGNIZE");
    }
    if (call.getKind() == SqlKind.COLLECTION_TABLE && call.operand(0) instanceof SqlCall table) {
      return tableFunction(table);
    }
    String name = name(call);
    if (GROUP_WINDOWS.contains(name)) {
      throw refused(
          call,
          "the window function "
              + name
              + " (FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(time), INTERVAL '1' MINUTE)) gives each row"
              + " its window)");
    }
    return super.visit(call);
  }

  private Void tableFunction(SqlCall table) {
    String name = name(table);
    if (GROUP_WINDOWS.contains(name) && !WINDOW_TABLES.contains(name) || name.equals("CUMULATE")) {
      throw refused(table, "the table function " + name + " (TUMBLE and HOP are supported)");
    }
    return super.visit(table);
  }

  /** Calcite's name of a function that groups by windows begins with a $. */
  private static String name(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return name.startsWith("$") ? name.substring(1) : name;
  }

  private static MillraceException refused(SqlNode node, String construct) {
    return Positions.error(ErrorCode.UNSUPPORTED, node, "not supported: " + construct);
  }
}
