package io.millrace.planner.expression;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * LIKE with a constant pattern whose only wildcards are {@code %} at its ends, as a search for the
 * text between, which is many times quicker than the regular expression of the pattern.
 */
final class LikePatterns {
  private LikePatterns() {}

  /** The call itself if its pattern is of another kind. */
  static RexNode rewrite(RexCall call, RexBuilder builder) {
    RexNode text = call.getOperands().get(0);
    if (call.getOperator() != SqlStdOperatorTable.LIKE
        || ((SqlLikeOperator) call.getOperator()).isNegated()
        || call.getOperands().size() != 2
        || !SqlTypeUtil.inCharFamily(text.getType())
        || !(call.getOperands().get(1) instanceof RexLiteral literal)
        || literal.isNull()) {
      return call;
    }
    String pattern = literal.getValueAs(String.class);
    boolean before = pattern.startsWith("%");
    boolean after = pattern.length() > 1 && pattern.endsWith("%");
    String part = pattern.substring(before ? 1 : 0, pattern.length() - (after ? 1 : 0));
    if (!(before || after)
        || part.isEmpty()
        || part.chars().anyMatch(c -> "%_\\".indexOf(c) >= 0)) {
      return call;
    }
    SqlOperator function =
        before && after
            ? RuntimeFunctions.CONTAINS
            : before ? RuntimeFunctions.ENDS_WITH : RuntimeFunctions.STARTS_WITH;
    return builder.makeCall(call.getType(), function, List.of(text, builder.makeLiteral(part)));
  }
}
