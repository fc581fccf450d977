package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Writes the arguments of window functions in the one way in which Calcite converts them rightly:
 * by position instead of by name, and SESSION's keys in a descriptor instead of after PARTITION BY.
 */
public final class WindowArguments extends SqlBasicVisitor<Void> {
  private WindowArguments() {}

  /**
   * Changes the tree of a query, as it was parsed.
   *
   * @throws MillraceException at the place where SESSION's keys are given twice, or an order is
   */
  public static void rewrite(SqlNode query) {
    query.accept(new WindowArguments());
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.COLLECTION_TABLE && call.operand(0) instanceof SqlCall function) {
      find(WindowFunctions.name(function))
          .ifPresent(window -> call.setOperand(0, rewrite(function, window)));
    }
    return super.visit(call);
  }

  private static Optional<WindowTableFunction> find(String name) {
    return WindowTableFunction.ALL.stream()
        .filter(function -> function.getName().equals(name))
        .findFirst();
  }

  private static SqlCall rewrite(SqlCall function, WindowTableFunction window) {
    List<SqlNode> operands = byPosition(function.getOperandList(), window);
    if (window == WindowTableFunction.SESSION
        && !operands.isEmpty()
        && operands.get(0).getKind() == SqlKind.SET_SEMANTICS_TABLE) {
      operands = withDescriptor((SqlCall) operands.get(0), operands);
    }
    return new SqlBasicCall(
        function.getOperator(),
        operands,
        function.getParserPosition(),
        function.getFunctionQuantifier());
  }

  /** The arguments as they are if some have no name, or not all is there that must be. */
  private static List<SqlNode> byPosition(List<SqlNode> operands, WindowTableFunction window) {
    for (SqlNode operand : operands) {
      String name = name(operand);
      if (name != null && !window.parameters().contains(name)) {
        throw Positions.error(
            ErrorCode.INVALID_STATEMENT,
            operand,
            String.format(
                "the table function %s has no argument %s; it has %s",
                window.getName(), name, String.join(", ", window.parameters())));
      }
    }
    List<SqlNode> positional = new ArrayList<>();
    for (String parameter : window.parameters()) {
      Optional<SqlNode> argument =
          operands.stream().filter(operand -> parameter.equals(name(operand))).findFirst();
      if (argument.isPresent()) {
        positional.add(((SqlCall) argument.get()).operand(0));
      } else if (window.isMandatory(parameter)) {
        return operands;
      }
    }
    return positional.size() == operands.size() ? positional : operands;
  }

  /** The name of an argument, or null. */
  private static String name(SqlNode operand) {
    return operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
        ? ((SqlCall) operand).operand(1).toString().toUpperCase(Locale.ROOT)
        : null;
  }

  private static List<SqlNode> withDescriptor(SqlCall table, List<SqlNode> operands) {
    SqlNodeList order = table.operand(2);
    if (!order.isEmpty()) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          order,
          "the table function SESSION needs no ORDER BY: its rows are in the order of their time");
    }
    List<SqlNode> rewritten = new ArrayList<>(operands);
    rewritten.set(0, table.operand(0));
    SqlNodeList keys = table.operand(1);
    if (!keys.isEmpty()) {
      checkKeysComeOnce(operands);
      rewritten.add(
          Math.min(2, operands.size()),
          SqlStdOperatorTable.DESCRIPTOR.createCall(keys.getParserPosition(), keys.getList()));
    }
    return rewritten;
  }

  private static void checkKeysComeOnce(List<SqlNode> operands) {
    if (operands.size() > 1 && operands.get(1) instanceof SqlIdentifier more) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          more,
          "the table function SESSION needs several keys in parentheses: PARTITION BY (a, b)");
    }
    if (operands.size() > 2
        && operands.get(2) instanceof SqlCall call
        && WindowFunctions.name(call).equals("DESCRIPTOR")) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          call,
          "the table function SESSION needs its keys once: behind PARTITION BY or in DESCRIPTOR");
    }
  }
}
