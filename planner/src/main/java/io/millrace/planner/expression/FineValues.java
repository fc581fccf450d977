package io.millrace.planner.expression;

import com.google.common.collect.ImmutableList;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimestampString;

/** Constant rows with times finer than milliseconds, which Calcite's code generator cuts off. */
public final class FineValues {
  private FineValues() {}

  /** Where there are such times: rows of numbers, and times made of them. */
  public static RelNode rewrite(LogicalValues values) {
    List<RelDataTypeField> fields = values.getRowType().getFieldList();
    if (fields.stream().noneMatch(field -> isFine(field.getType()))) {
      return values;
    }
    RexBuilder builder = values.getCluster().getRexBuilder();
    ImmutableList.Builder<ImmutableList<RexLiteral>> rows = ImmutableList.builder();
    values.getTuples().forEach(row -> rows.add(row(row, values.getRowType(), builder)));
    RelDataTypeFactory.Builder numbers = builder.getTypeFactory().builder();
    fields.forEach(field -> numbers.add(field.getName(), number(field.getType(), builder)));
    RelNode input = LogicalValues.create(values.getCluster(), numbers.build(), rows.build());
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : fields) {
      RexNode column = builder.makeInputRef(input, field.getIndex());
      columns.add(
          isFine(field.getType())
              ? builder.makeCall(field.getType(), RuntimeFunctions.INSTANT, List.of(column))
              : column);
    }
    return LogicalProject.create(
        input, List.of(), columns, values.getRowType().getFieldNames(), java.util.Set.of());
  }

  private static ImmutableList<RexLiteral> row(
      List<RexLiteral> row, RelDataType type, RexBuilder builder) {
    ImmutableList.Builder<RexLiteral> columns = ImmutableList.builder();
    for (int i = 0; i < row.size(); i++) {
      columns.add(number(row.get(i), type.getFieldList().get(i).getType(), builder));
    }
    return columns.build();
  }

  private static RexLiteral number(RexLiteral value, RelDataType type, RexBuilder builder) {
    if (!isFine(type)) {
      return value;
    }
    RelDataType number = number(type, builder);
    if (value.isNull()) {
      return builder.makeNullLiteral(number);
    }
    long instant =
        TimestampLiterals.value(
            value.getValueAs(TimestampString.class), TimestampUnit.of(type.getPrecision()));
    return builder.makeExactLiteral(BigDecimal.valueOf(instant), number);
  }

  private static RelDataType number(RelDataType type, RexBuilder builder) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return isFine(type)
        ? types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.BIGINT), type.isNullable())
        : type;
  }

  private static boolean isFine(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && TimestampUnit.of(type.getPrecision()) != TimestampUnit.MILLISECOND;
  }
}
