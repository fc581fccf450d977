package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamUnionAll;
import io.millrace.planner.type.TypeConverter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** UNION ALL, whose inputs are brought to one row type. */
final class UnionRule implements PhysicalRule<Union> {
  @Override
  public StreamNode convert(Union union, List<StreamNode> inputs) {
    if (!union.all) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "A UNION without ALL was not rewritten.");
    }
    RowType rowType = TypeConverter.toRowType(union.getRowType());
    List<StreamNode> aligned = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      aligned.add(
          Calcs.project(
              inputs.get(i),
              columns(union.getInput(i), union.getRowType(), union.getCluster().getRexBuilder()),
              rowType));
    }
    return new StreamUnionAll(aligned, rowType);
  }

  private static List<RexNode> columns(RelNode input, RelDataType wanted, RexBuilder builder) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < wanted.getFieldCount(); i++) {
      RexNode column = RexInputRef.of(i, input.getRowType());
      RelDataType type = wanted.getFieldList().get(i).getType();
      columns.add(
          SqlTypeUtil.equalSansNullability(builder.getTypeFactory(), column.getType(), type)
              ? column
              : builder.makeCast(type, column, true, false));
    }
    return columns;
  }
}
