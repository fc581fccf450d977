package io.millrace.parser.impl;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * PostgreSQL's {@code a::type}. It exists only while an expression is put together and makes a
 * plain CAST: one kind of cast for all that follows.
 */
final class InfixCastOperator extends SqlBinaryOperator {
  private static final int PRECEDENCE = 94;

  static final InfixCastOperator INSTANCE = new InfixCastOperator();

  private InfixCastOperator() {
    super("::", SqlKind.CAST, PRECEDENCE, true, null, null, null);
  }

  @Override
  public SqlCall createCall(SqlLiteral functionQualifier, SqlParserPos pos, SqlNode... operands) {
    return SqlStdOperatorTable.CAST.createCall(pos, operands);
  }
}
