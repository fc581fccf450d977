package io.millrace.planner.adhoc;

import io.millrace.core.type.DataType;
import io.millrace.planner.expression.RealOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.tools.RelBuilder;

/**
 * Sums and averages of BIGINT by way of DECIMAL: the enumerable runtime lets the sum of a long wrap
 * around. The result is cast back, which fails if it does not fit. Extremes of REAL and DOUBLE by
 * way of their order: the runtime takes the first value for the extreme where NaN is one.
 */
final class ExactSums {
  private static final int LONG_DIGITS = 19;

  private final RelBuilder builder;

  ExactSums(RelBuilder builder) {
    this.builder = builder;
  }

  RelNode rewrite(RelNode rel) {
    if (!(rel instanceof Aggregate aggregate)
        || aggregate.getAggCallList().stream().noneMatch(call -> isConcerned(call, aggregate))) {
      return rel;
    }
    RelNode input = aggregate.getInput();
    List<RexNode> columns = new ArrayList<>(builder.push(input).fields());
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (isConcerned(call, aggregate)) {
        RexNode value = columns.get(call.getArgList().get(0));
        columns.add(isExtreme(call) ? RealOrder.key(value, rexBuilder()) : wide(value));
        int argument = columns.size() - 1;
        calls.add(isExtreme(call) ? extreme(call, argument) : sum(call, argument));
        if (call.getAggregation().getKind() == SqlKind.AVG) {
          calls.add(count(call));
        }
      } else {
        calls.add(call);
      }
    }
    RelNode widened = builder.project(columns, List.of(), true).build();
    RelNode sums =
        aggregate.copy(
            aggregate.getTraitSet(),
            widened,
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls);
    return narrowed(aggregate, sums);
  }

  private static boolean isExtreme(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.MIN
        || call.getAggregation().getKind() == SqlKind.MAX;
  }

  private static boolean isConcerned(AggregateCall call, Aggregate aggregate) {
    if (isExtreme(call)) {
      return SqlTypeUtil.isApproximateNumeric(call.getType());
    }
    boolean sums =
        call.getAggregation().getKind() == SqlKind.SUM
            || call.getAggregation().getKind() == SqlKind.AVG;
    return sums
        && aggregate
                .getInput()
                .getRowType()
                .getFieldList()
                .get(call.getArgList().get(0))
                .getType()
                .getSqlTypeName()
            == SqlTypeName.BIGINT;
  }

  private RexNode wide(RexNode column) {
    return rexBuilder().makeCast(decimal(LONG_DIGITS, column.getType().isNullable()), column);
  }

  private RelDataType decimal(int precision, boolean nullable) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, precision, 0), nullable);
  }

  private AggregateCall sum(AggregateCall call, int argument) {
    return of(
        call, SqlStdOperatorTable.SUM, argument, decimal(DataType.MAX_DECIMAL_PRECISION, true));
  }

  private AggregateCall extreme(AggregateCall call, int argument) {
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType type =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.BIGINT), call.getType().isNullable());
    return of(call, call.getAggregation(), argument, type);
  }

  private static AggregateCall of(
      AggregateCall call, SqlAggFunction function, int argument, RelDataType type) {
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        call.isDistinct(),
        false,
        false,
        List.of(),
        List.of(argument),
        call.filterArg,
        null,
        call.getCollation(),
        type,
        call.getName());
  }

  private AggregateCall count(AggregateCall call) {
    return AggregateCall.create(
        call.getParserPosition(),
        SqlStdOperatorTable.COUNT,
        call.isDistinct(),
        false,
        false,
        List.of(),
        call.getArgList(),
        call.filterArg,
        null,
        call.getCollation(),
        builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
        null);
  }

  /** The columns of the original aggregate, of the exact one's. */
  private RelNode narrowed(Aggregate original, RelNode sums) {
    List<RexNode> fields = builder.push(sums).fields();
    List<RexNode> columns = new ArrayList<>(fields.subList(0, original.getGroupCount()));
    int next = original.getGroupCount();
    for (AggregateCall call : original.getAggCallList()) {
      RexNode value = fields.get(next++);
      if (isConcerned(call, original)) {
        value =
            switch (call.getAggregation().getKind()) {
              case AVG -> average(call.getType(), value, fields.get(next++));
              case MIN, MAX -> RealOrder.value(value, call.getType(), rexBuilder());
              default -> rexBuilder().makeAbstractCast(call.getType(), value, false);
            };
      }
      columns.add(value);
    }
    return builder.project(columns, original.getRowType().getFieldNames(), true).build();
  }

  /** NULL for no values, because the sum is. */
  private RexNode average(RelDataType type, RexNode sum, RexNode count) {
    RexBuilder rex = rexBuilder();
    RexNode quotient =
        rex.makeCall(
            type,
            SqlStdOperatorTable.DIVIDE,
            List.of(rex.makeCast(type, sum), rex.makeCast(type, count)));
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.IS_NULL, sum), rex.makeNullLiteral(type), quotient));
  }

  private RexBuilder rexBuilder() {
    return builder.getRexBuilder();
  }
}
