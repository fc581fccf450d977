package io.millrace.server.dml;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.parser.MillraceParser;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/** Makes the trees of the queries that changes become. */
final class SqlNodes {
  private SqlNodes() {}

  /**
   * @param from may be null
   * @param where may be null
   */
  static SqlSelect select(List<SqlNode> columns, SqlNode from, SqlNode where) {
    return new SqlSelect(
        SqlParserPos.ZERO,
        SqlNodeList.EMPTY,
        new SqlNodeList(columns, SqlParserPos.ZERO),
        from,
        where,
        null,
        null,
        SqlNodeList.EMPTY,
        null,
        null,
        null,
        null,
        null);
  }

  /** The expression with the column's type, if it has none of its own. */
  static SqlNode typed(SqlNode expression, DataType column) {
    return isNull(expression) || expression instanceof SqlDynamicParam
        ? SqlStdOperatorTable.CAST.createCall(
            expression.getParserPosition(), expression, type(column))
        : expression;
  }

  static boolean isNull(SqlNode expression) {
    return org.apache.calcite.sql.SqlUtil.isNullLiteral(expression, false);
  }

  static boolean isDefault(SqlNode expression) {
    return expression.getKind() == SqlKind.DEFAULT;
  }

  /** A type as SQL; without a length, because a cast would cut what is too long. */
  private static SqlNode type(DataType type) {
    boolean hasLength = type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.VARBINARY;
    DataType written = hasLength ? DataType.of(type.kind()) : type.withNullable(true);
    return ((SqlCall) MillraceParser.parseExpression("CAST(NULL AS " + written + ")")).operand(1);
  }

  /**
   * The tree with its parameters numbered from 0.
   *
   * @param numbers gets the former numbers, in the order of the new ones
   */
  static SqlNode renumbered(SqlNode node, List<Integer> numbers) {
    return node.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlDynamicParam parameter) {
            numbers.add(parameter.getIndex());
            return new SqlDynamicParam(numbers.size() - 1, parameter.getParserPosition());
          }
        });
  }
}
