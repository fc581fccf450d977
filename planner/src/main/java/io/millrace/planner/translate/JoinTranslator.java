package io.millrace.planner.translate;

import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.planner.physical.StreamJoin;
import java.util.ArrayList;
import java.util.List;

final class JoinTranslator implements NodeTranslator<StreamJoin> {
  @Override
  public ExecNode translate(
      StreamJoin node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    return new ExecNode.Join(
        id,
        inputs.get(0),
        inputs.get(1),
        node.kind(),
        node.leftKeys(),
        node.rightKeys(),
        node.nullKeysMatch(),
        condition(node, expressions),
        node.columns(),
        node.rowType(),
        node.changelog(),
        node.leftPast(),
        node.rightPast());
  }

  private static ScalarExpression condition(StreamJoin node, ExpressionGenerator expressions) {
    if (node.condition() == null) {
      return null;
    }
    List<Column> columns = new ArrayList<>(node.left().rowType().columns());
    columns.addAll(node.right().rowType().columns());
    return expressions.generate(
        node.condition(),
        new RowType(columns),
        DataType.of(TypeKind.BOOLEAN).withNullable(node.condition().getType().isNullable()));
  }
}
