package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The operator of one kind of node: makes a copy of the node from its operands. */
final class NodeOperator extends SqlSpecialOperator {

  /** Makes a node from what its {@code getOperandList} returns; operands may be null. */
  @FunctionalInterface
  interface Factory {
    SqlCall create(SqlParserPos pos, SqlNode[] operands);
  }

  private final Factory factory;

  NodeOperator(String name, SqlKind kind, Factory factory) {
    super(name, kind);
    this.factory = factory;
  }

  @Override
  public SqlCall createCall(SqlLiteral functionQualifier, SqlParserPos pos, SqlNode... operands) {
    return factory.create(pos, operands);
  }

  /** A flag as an operand, so that comparing operands compares flags too. */
  static SqlLiteral flag(boolean value) {
    return SqlLiteral.createBoolean(value, SqlParserPos.ZERO);
  }

  /** The flag that {@link #flag} stored. */
  static boolean isSet(SqlNode operand) {
    return ((SqlLiteral) operand).booleanValue();
  }
}
