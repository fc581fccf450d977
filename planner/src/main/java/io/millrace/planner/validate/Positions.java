package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Places in SQL text, from Calcite's form to Millrace's. */
public final class Positions {
  private Positions() {}

  /** Where the node begins, or null if it comes from no text. */
  public static SourcePosition of(SqlNode node) {
    return of(node.getParserPosition());
  }

  public static SourcePosition of(SqlParserPos position) {
    return position == null || position.getLineNum() < 1 || position.getColumnNum() < 1
        ? null
        : new SourcePosition(position.getLineNum(), position.getColumnNum());
  }

  /** An error about a node. */
  public static MillraceException error(ErrorCode code, SqlNode node, String message) {
    return new MillraceException(code, of(node), message, null);
  }
}
