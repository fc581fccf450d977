package io.millrace.parser.ddl;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Errors about statements that the grammar can read and Millrace does not accept. */
public final class SqlSyntaxRefusal {

  private SqlSyntaxRefusal() {}

  /** The statement contradicts itself or lacks something. */
  public static MillraceException invalid(SqlParserPos pos, String message) {
    return new MillraceException(ErrorCode.SYNTAX_ERROR, start(pos), message, null);
  }

  /** The statement is understood, but Millrace does not have what it asks for. */
  public static MillraceException unsupported(SqlParserPos pos, String message) {
    return new MillraceException(ErrorCode.UNSUPPORTED, start(pos), message, null);
  }

  /** Where a node begins, or null for one that comes from no text. */
  public static SourcePosition start(SqlParserPos pos) {
    return pos.getLineNum() < 1
        ? null
        : new SourcePosition(pos.getLineNum(), Math.max(1, pos.getColumnNum()));
  }
}
