package io.millrace.planner.physical.rule;

import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamValues;
import io.millrace.planner.type.TypeConverter;
import java.util.List;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;

/** Rows of literals. */
final class ValuesRule implements PhysicalRule<Values> {
  @Override
  public StreamNode convert(Values values, List<StreamNode> inputs) {
    List<List<RexNode>> rows =
        values.getTuples().stream().map(row -> List.<RexNode>copyOf(row)).toList();
    return new StreamValues(rows, TypeConverter.toRowType(values.getRowType()));
  }
}
