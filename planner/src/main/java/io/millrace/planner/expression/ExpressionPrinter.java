package io.millrace.planner.expression;

import io.millrace.core.type.RowType;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.SqlTypeName;

/** Prints expressions as SQL-like text, with the names of the columns. */
public final class ExpressionPrinter {
  private final IntFunction<String> columns;

  private ExpressionPrinter(IntFunction<String> columns) {
    this.columns = columns;
  }

  public static String print(RexNode expression, RowType input) {
    return print(expression, i -> input.column(i).name());
  }

  /**
   * @param columns the name of the input column at a position
   */
  public static String print(RexNode expression, IntFunction<String> columns) {
    return new ExpressionPrinter(columns).text(expression);
  }

  private String text(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return columns.apply(ref.getIndex());
    }
    if (node instanceof RexLiteral literal) {
      return literal(literal);
    }
    return node instanceof RexCall call ? call(call) : node.toString();
  }

  private static String literal(RexLiteral literal) {
    if (literal.isNull()) {
      return "NULL";
    }
    if (SqlTypeName.CHAR_TYPES.contains(literal.getType().getSqlTypeName())) {
      return "'" + literal.getValueAs(String.class).replace("'", "''") + "'";
    }
    return switch (literal.getTypeName()) {
      case DATE, TIME, TIMESTAMP ->
          literal.getTypeName() + " '" + literal.toString().replace(":TIMESTAMP(0)", "") + "'";
      case DECIMAL -> String.valueOf(literal.getValue());
      default -> literal.toString();
    };
  }

  private String call(RexCall call) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case CAST, SAFE_CAST ->
          call.getOperator().getName()
              + "("
              + text(operands.get(0))
              + " AS "
              + call.getType()
              + ")";
      case CASE -> caseWhen(operands);
      case EXTRACT -> "EXTRACT(" + operands.get(0) + " FROM " + text(operands.get(1)) + ")";
      case SEARCH -> text(operands.get(0)) + " IN " + operands.get(1);
      case NOT -> "NOT " + nested(operands.get(0));
      default -> byOperator(call, operands);
    };
  }

  private String byOperator(RexCall call, List<RexNode> operands) {
    String name = call.getOperator().getName();
    if (call.getOperator() instanceof SqlBinaryOperator && operands.size() >= 2) {
      return operands.stream().map(this::nested).collect(Collectors.joining(" " + name + " "));
    }
    if (call.getOperator() instanceof SqlPostfixOperator) {
      return nested(operands.get(0)) + " " + name;
    }
    if (call.getOperator() instanceof SqlPrefixOperator) {
      return name + nested(operands.get(0));
    }
    if (call.getKind() == SqlKind.LIKE) {
      return nested(operands.get(0)) + " " + name + " " + text(operands.get(1));
    }
    return name + operands.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
  }

  private String nested(RexNode node) {
    boolean infix =
        node instanceof RexCall call
            && call.getOperator() instanceof SqlBinaryOperator
            && call.getOperands().size() >= 2;
    return infix ? "(" + text(node) + ")" : text(node);
  }

  private String caseWhen(List<RexNode> operands) {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      text.append(" WHEN ")
          .append(text(operands.get(i)))
          .append(" THEN ")
          .append(text(operands.get(i + 1)));
    }
    return text.append(" ELSE ")
        .append(text(operands.get(operands.size() - 1)))
        .append(" END")
        .toString();
  }
}
