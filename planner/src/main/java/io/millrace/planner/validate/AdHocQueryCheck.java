package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
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
public final class AdHocQueryCheck extends SqlBasicVisitor<Void> {
  /**
   * Window functions that the runtime does not have, or computes over rows outside of the frame.
   */
  private static final Set<String> WITHOUT_RUNTIME =
      Set.of("NTH_VALUE", "PERCENT_RANK", "CUME_DIST");

  private AdHocQueryCheck() {}

  /**
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} at the first construct that is not
   *     supported
   */
  public static void check(SqlNode query) {
    query.accept(new AdHocQueryCheck());
  }

  @Override
  public Void visit(SqlCall call) {
    if (call instanceof SqlWithItem item && item.recursive.booleanValue()) {
      throw refused(item.name, "WITH RECURSIVE, a query that reads its own rows");
    }
    if (call.getKind() == SqlKind.SNAPSHOT) {
      throw refused(call, "FOR SYSTEM_TIME in a view; write it in the query that reads");
    }
    if (call.getKind() == SqlKind.MATCH_RECOGNIZE) {
      throw refused(call, "MATCH_RECOGNIZE");
    }
    if (call.getKind() == SqlKind.LATERAL
        && call.operand(0).getKind() == SqlKind.COLLECTION_TABLE) {
      throw refused(
          call,
          "LATERAL before TABLE(…); leave it out, or write LATERAL (SELECT * FROM TABLE(…)) if the"
              + " table depends on the row beside it");
    }
    if (call.getKind() == SqlKind.IGNORE_NULLS) {
      throw refused(call, "IGNORE NULLS");
    }
    if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function) {
      over(function);
    }
    if (WindowFunctions.isGroup(call)) {
      throw refused(
          call,
          "the window function "
              + WindowFunctions.name(call)
              + " ("
              + WindowFunctions.GROUP_HINT
              + ")");
    }
    return super.visit(call);
  }

  private static void over(SqlCall function) {
    String name = function.getOperator().getName().toUpperCase(Locale.ROOT);
    if (WITHOUT_RUNTIME.contains(name)) {
      throw refused(
          function,
          "the window function " + name + "; compute it from ROW_NUMBER, RANK and COUNT(*) OVER");
    }
    if (function.getFunctionQuantifier() != null
        && function.getFunctionQuantifier().toString().equals("DISTINCT")) {
      throw refused(function, "DISTINCT in a window function (OVER)");
    }
  }

  private static MillraceException refused(SqlNode node, String construct) {
    return Positions.error(ErrorCode.UNSUPPORTED, node, "not supported: " + construct);
  }
}
