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
 * LIKE with a constant pattern without escapes, which the generator would make a regular expression
 * of. Where the only wildcards are {@code %} at its ends, it is a search for the text between.
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
    if (pattern.indexOf('\\') >= 0) {
      return call;
    }
    boolean before = pattern.startsWith("%");
    boolean after = pattern.length() > 1 && pattern.endsWith("%");
    String part = pattern.substring(before ? 1 : 0, pattern.length() - (after ? 1 : 0));
    boolean plain = (before || after) && part.chars().noneMatch(c -> c == '%' || c == '_');
    if (!plain || part.isEmpty()) {
      return builder.makeCall(call.getType(), RuntimeFunctions.LIKE, call.getOperands());
    }
    SqlOperator function =
        before && after
            ? RuntimeFunctions.CONTAINS
            : before ? RuntimeFunctions.ENDS_WITH : RuntimeFunctions.STARTS_WITH;
    return builder.makeCall(call.getType(), function, List.of(text, builder.makeLiteral(part)));
  }
}
