package io.millrace.planner.expression;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.logical.SubQueryShuttle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * Turns TUMBLE and HOP into projections: a row comes once for each window that its time lies in. A
 * row without a time lies in none.
 */
public final class TimeWindows extends SubQueryShuttle {
  /** Each is a projection of its own. */
  private static final long MAX_WINDOWS = 100;

  private final RelBuilder relBuilder;
  private final RexBuilder builder;

  public TimeWindows(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
    this.builder = relBuilder.getRexBuilder();
  }

  @Override
  public RelNode visit(RelNode rel) {
    RelNode children = super.visit(rel);
    return children instanceof TableFunctionScan scan && scan.getCall() instanceof RexCall call
        ? windows(scan, call)
        : children;
  }

  private RelNode windows(TableFunctionScan scan, RexCall call) {
    String function = call.getOperator().getName();
    boolean hop = function.equals("HOP");
    if (!hop && !function.equals("TUMBLE")) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported yet: the table function " + function + "; TUMBLE and HOP are supported");
    }
    List<RexNode> operands = call.getOperands();
    int time = time(function, operands.get(0));
    long period = length(function, operands.get(1));
    long size = hop ? length(function, operands.get(2)) : period;
    int last = hop ? 3 : 2;
    long offset =
        operands.size() > last && operands.get(last).getKind() != SqlKind.DEFAULT
            ? millis(function, operands.get(last))
            : 0;
    if (size % period != 0) {
      throw invalid(function, "a size that is a multiple of the slide");
    }
    if (size / period > MAX_WINDOWS) {
      throw invalid(function, "a size of at most " + MAX_WINDOWS + " slides");
    }
    relBuilder.push(scan.getInput(0));
    if (relBuilder.field(time).getType().isNullable()) {
      relBuilder.filter(builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, relBuilder.field(time)));
    }
    RelNode input = relBuilder.build();
    int columns = input.getRowType().getFieldCount();
    List<RelDataType> types =
        scan.getRowType().getFieldList().stream().map(field -> field.getType()).toList();
    int windows = (int) (size / period);
    for (int i = 0; i < windows; i++) {
      relBuilder.push(input);
      List<RexNode> values = new ArrayList<>(relBuilder.fields());
      RexNode column = relBuilder.field(time);
      values.add(bound(types.get(columns), column, period, offset, -i * period));
      values.add(bound(types.get(columns + 1), column, period, offset, size - i * period));
      relBuilder.project(values, scan.getRowType().getFieldNames(), true);
    }
    return windows == 1 ? relBuilder.build() : relBuilder.union(true, windows).build();
  }

  private RexNode bound(RelDataType type, RexNode time, long period, long offset, long shift) {
    return builder.makeCall(
        type,
        RuntimeFunctions.WINDOW_BOUND,
        List.of(time, number(period), number(offset), number(shift)));
  }

  private static int time(String function, RexNode descriptor) {
    if (descriptor instanceof RexCall call
        && call.getKind() == SqlKind.DESCRIPTOR
        && call.getOperands().size() == 1
        && call.getOperands().get(0) instanceof RexInputRef column
        && column.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return column.getIndex();
    }
    throw invalid(function, "DESCRIPTOR of one TIMESTAMP column");
  }

  private static long length(String function, RexNode interval) {
    long millis = millis(function, interval);
    if (millis <= 0) {
      throw invalid(function, "intervals of more than 0 milliseconds");
    }
    return millis;
  }

  private static long millis(String function, RexNode interval) {
    if (interval instanceof RexLiteral literal
        && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
      return literal.getValueAs(BigDecimal.class).longValueExact();
    }
    throw invalid(
        function, "constant intervals of DAY, HOUR, MINUTE or SECOND (months differ in length)");
  }

  private static MillraceException invalid(String function, String needed) {
    return new MillraceException(
        ErrorCode.INVALID_STATEMENT, "The table function " + function + " needs " + needed);
  }

  private RexNode number(long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
  }
}
