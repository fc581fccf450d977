package io.millrace.planner.adhoc;

import io.millrace.planner.expression.ExpressionPrinter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlExplainLevel;

/** Prints the plan of a query, the root first, inputs indented below. */
final class AdHocPrinter {
  private AdHocPrinter() {}

  static String print(RelNode plan) {
    StringBuilder text = new StringBuilder();
    print(plan, 0, text);
    return text.toString();
  }

  private static void print(RelNode rel, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(describe(rel)).append('\n');
    rel.getInputs().forEach(input -> print(input, depth + 1, text));
  }

  private static String describe(RelNode rel) {
    if (rel instanceof RelationScan scan) {
      return scan.describe();
    }
    if (rel instanceof Calc calc) {
      return calc(calc);
    }
    String line =
        RelOptUtil.toString(rel, SqlExplainLevel.EXPPLAN_ATTRIBUTES).lines().findFirst().orElse("");
    return line.startsWith("Enumerable") ? line.substring("Enumerable".length()) : line;
  }

  private static String calc(Calc calc) {
    RexProgram program = calc.getProgram();
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < program.getProjectList().size(); i++) {
      String value =
          ExpressionPrinter.print(
              program.expandLocalRef(program.getProjectList().get(i)), c -> name(calc, c));
      String name = calc.getRowType().getFieldNames().get(i);
      columns.add(value.equals(name) ? value : value + " AS " + name);
    }
    return "Calc "
        + String.join(", ", columns)
        + (program.getCondition() == null
            ? ""
            : " WHERE "
                + ExpressionPrinter.print(
                    program.expandLocalRef(program.getCondition()), c -> name(calc, c)));
  }

  private static String name(Calc calc, int column) {
    return calc.getInput().getRowType().getFieldNames().get(column);
  }
}
