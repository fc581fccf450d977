package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.validate.Positions;
import io.millrace.planner.validate.WindowFunctions;
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

  private static MillraceException refused(SqlNode node, String construct) {
    return Positions.error(ErrorCode.UNSUPPORTED, node, "not supported: " + construct);
  }
}
