package io.millrace.planner.translate;

import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.planner.physical.StreamValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;

final class ValuesTranslator implements NodeTranslator<StreamValues> {
  private static final RowType NO_INPUT = new RowType(List.of());

  @Override
  public ExecNode translate(
      StreamValues node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    List<List<ScalarExpression>> rows = new ArrayList<>();
    for (List<RexNode> row : node.rows()) {
      List<ScalarExpression> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(expressions.generate(row.get(i), NO_INPUT, node.rowType().type(i)));
      }
      rows.add(values);
    }
    return new ExecNode.Values(id, rows, node.rowType());
  }
}
