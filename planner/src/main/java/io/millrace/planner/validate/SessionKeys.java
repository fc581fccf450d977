package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Moves the columns after PARTITION BY in SESSION into its descriptor of keys: Calcite converts a
 * table with PARTITION BY rightly only together with all subqueries.
 */
public final class SessionKeys extends SqlBasicVisitor<Void> {
  private SessionKeys() {}

  /**
   * Changes the tree of a query, as it was parsed.
   *
   * @throws MillraceException at the place where keys are given twice, or an order is
   */
  public static void rewrite(SqlNode query) {
    query.accept(new SessionKeys());
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.COLLECTION_TABLE
        && call.operand(0) instanceof SqlCall function
        && WindowFunctions.name(function).equals("SESSION")) {
      call.setOperand(0, withDescriptor(function));
    }
    return super.visit(call);
  }

  private static SqlCall withDescriptor(SqlCall function) {
    List<SqlNode> operands = new ArrayList<>(function.getOperandList());
    for (int i = 0; i < operands.size(); i++) {
      SqlNode operand = operands.get(i);
      SqlNode argument = argument(operand);
      if (argument.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
        SqlCall table = (SqlCall) argument;
        refuseOrder(table);
        if (argument == operand) {
          operands.set(i, table.operand(0));
          addKeys(table, operands, null);
        } else {
          SqlCall assignment = (SqlCall) operand;
          operands.set(i, assigned(table.operand(0), "DATA", operand.getParserPosition()));
          addKeys(table, operands, assignment);
        }
      }
    }
    return new SqlBasicCall(
        function.getOperator(),
        operands,
        function.getParserPosition(),
        function.getFunctionQuantifier());
  }

  private static SqlNode argument(SqlNode operand) {
    return operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
        ? ((SqlCall) operand).operand(0)
        : operand;
  }

  private static void refuseOrder(SqlCall table) {
    SqlNodeList order = table.operand(2);
    if (!order.isEmpty()) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          order,
          "the table function SESSION needs no ORDER BY: its rows are in the order of their time");
    }
  }

  private static void addKeys(SqlCall table, List<SqlNode> operands, SqlCall assignment) {
    SqlNodeList keys = table.operand(1);
    if (keys.isEmpty()) {
      return;
    }
    if (assignment == null && operands.get(1) instanceof SqlIdentifier more) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          more,
          "the table function SESSION needs several keys in parentheses: PARTITION BY (a, b)");
    }
    for (int i = 2; i < operands.size(); i++) {
      if (isDescriptor(argument(operands.get(i)))
          && (assignment == null || name(operands.get(i)).equals("KEY"))) {
        throw Positions.error(
            ErrorCode.INVALID_STATEMENT,
            operands.get(i),
            "the table function SESSION needs its keys once: behind PARTITION BY or in DESCRIPTOR");
      }
    }
    SqlNode descriptor =
        SqlStdOperatorTable.DESCRIPTOR.createCall(keys.getParserPosition(), keys.getList());
    if (assignment != null) {
      operands.add(assigned(descriptor, "KEY", keys.getParserPosition()));
    } else {
      operands.add(Math.min(2, operands.size()), descriptor);
    }
  }

  private static boolean isDescriptor(SqlNode node) {
    return node instanceof SqlCall call && WindowFunctions.name(call).equals("DESCRIPTOR");
  }

  private static String name(SqlNode assignment) {
    return ((SqlCall) assignment).operand(1).toString().toUpperCase(Locale.ROOT);
  }

  private static SqlNode assigned(SqlNode value, String name, SqlParserPos position) {
    return SqlStdOperatorTable.ARGUMENT_ASSIGNMENT.createCall(
        position, value, new SqlIdentifier(name, position));
  }
}
