package io.millrace.planner.translate;

import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.planner.physical.StreamCalc;
import java.util.List;
import java.util.stream.IntStream;

final class CalcTranslator implements NodeTranslator<StreamCalc> {
  @Override
  public ExecNode translate(
      StreamCalc node, int id, List<Integer> inputs, ExpressionGenerator expressions) {
    ScalarExpression condition =
        node.condition() == null
            ? null
            : expressions.generate(
                node.condition(),
                node.input().rowType(),
                DataType.of(TypeKind.BOOLEAN)
                    .withNullable(node.condition().getType().isNullable()));
    List<ScalarExpression> projections =
        IntStream.range(0, node.projections().size())
            .mapToObj(
                i ->
                    expressions.generate(
                        node.projections().get(i), node.input().rowType(), node.rowType().type(i)))
            .toList();
    return new ExecNode.Calc(
        id, inputs.get(0), condition, projections, node.rowType(), node.changelog());
  }
}
