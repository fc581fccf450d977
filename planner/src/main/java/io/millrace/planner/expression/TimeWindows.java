package io.millrace.planner.expression;

import com.google.common.collect.Iterables;
import io.millrace.core.function.SqlTimes;
import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.logical.SessionWindows;
import io.millrace.planner.logical.SubQueryShuttle;
import io.millrace.planner.validate.WindowTableFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
import org.apache.calcite.util.ImmutableIntList;

/**
 * Turns TUMBLE, HOP and CUMULATE into projections: a row comes once for each window that its time
 * lies in; and SESSION into {@link SessionWindows}. A row without a time lies in no window.
 */
public final class TimeWindows extends SubQueryShuttle {
  private final RelBuilder relBuilder;
  private final RexBuilder builder;

  public TimeWindows(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
    this.builder = relBuilder.getRexBuilder();
  }

  @Override
  public RelNode visit(RelNode rel) {
    RelNode children = super.visit(rel);
    return children instanceof TableFunctionScan scan
            && scan.getCall() instanceof RexCall call
            && call.getOperator() instanceof WindowTableFunction
        ? windows(scan, call)
        : children;
  }

  private RelNode windows(TableFunctionScan scan, RexCall call) {
    List<RexNode> operands = call.getOperands();
    int time = time(operands.get(0));
    if (call.getOperator() == WindowTableFunction.SESSION) {
      return sessions(scan, operands, time);
    }
    RelNode input = rowsWithTime(scan.getInput(0), time);
    if (call.getOperator() == WindowTableFunction.CUMULATE) {
      return cumulate(scan, input, time, operands);
    }
    boolean hop = call.getOperator() == WindowTableFunction.HOP;
    long period = millis(operands.get(1));
    long size = hop ? millis(operands.get(2)) : period;
    long offset = offset(operands, hop ? 3 : 2);
    int windows = (int) (size / period);
    for (int i = 0; i < windows; i++) {
      relBuilder.push(input);
      project(
          scan,
          time,
          new Bound(period, offset, -i * period),
          new Bound(period, offset, size - i * period));
    }
    return union(scan, windows);
  }

  private RelNode sessions(TableFunctionScan scan, List<RexNode> operands, int time) {
    RelNode input = scan.getInput(0);
    Set<Integer> partition = new LinkedHashSet<>();
    if (operands.get(1).getKind() == SqlKind.DESCRIPTOR) {
      for (RexNode key : ((RexCall) operands.get(1)).getOperands()) {
        partition.add(((RexInputRef) key).getIndex());
      }
    }
    int columns = input.getRowType().getFieldCount();
    relBuilder.push(
        SessionWindows.create(
            rowsWithTime(input, time),
            new SessionWindows.Sessions(
                List.copyOf(partition), time, millis(operands.get(operands.size() - 1))),
            ImmutableIntList.range(0, columns),
            scan.getRowType().getFieldList().subList(columns, columns + 2)));
    return withTime(scan);
  }

  /** A row is in those of the windows with one beginning that end after its time. */
  private RelNode cumulate(
      TableFunctionScan scan, RelNode input, int time, List<RexNode> operands) {
    long step = millis(operands.get(1));
    long size = millis(operands.get(2));
    long offset = offset(operands, 3);
    int windows = (int) (size / step);
    for (int i = 1; i <= windows; i++) {
      relBuilder.push(input);
      Bound end = new Bound(size, offset, i * step);
      if (i < windows) {
        RexNode column = relBuilder.field(time);
        relBuilder.filter(
            builder.makeCall(
                SqlStdOperatorTable.LESS_THAN, column, bound(column.getType(), column, end)));
      }
      project(scan, time, new Bound(size, offset, 0), end);
    }
    return union(scan, windows);
  }

  private RelNode rowsWithTime(RelNode input, int time) {
    relBuilder.push(input);
    if (relBuilder.field(time).getType().isNullable()) {
      relBuilder.filter(builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, relBuilder.field(time)));
    }
    return relBuilder.build();
  }

  /** A projection of what is on the stack, with a window. */
  private void project(TableFunctionScan scan, int time, Bound start, Bound end) {
    List<RexNode> values = new ArrayList<>(relBuilder.fields());
    RexNode column = relBuilder.field(time);
    for (Bound bound : List.of(start, end)) {
      RelDataType type = scan.getRowType().getFieldList().get(values.size()).getType();
      values.add(bound(type, column, bound));
    }
    relBuilder.project(values, names(scan).subList(0, values.size()), true);
  }

  /**
   * The last millisecond before the end of a window: a bound of a window that is as long as the
   * time is precise, so that it is known when it is past.
   */
  private RexNode windowTime(TableFunctionScan scan, RexNode end) {
    RelDataType type = Iterables.getLast(scan.getRowType().getFieldList()).getType();
    RexNode precise = end.getType().equals(type) ? end : builder.makeAbstractCast(type, end, false);
    long milli = TimestampUnit.of(type.getPrecision()).perMilli();
    return builder.makeCall(
        type,
        RuntimeFunctions.WINDOW_BOUND,
        List.of(precise, number(builder, 1), number(builder, 0), number(builder, -milli)));
  }

  private RelNode union(TableFunctionScan scan, int windows) {
    if (windows > 1) {
      relBuilder.union(true, windows);
    }
    return withTime(scan);
  }

  /** A projection of what is on the stack, of which a window's end is the last column. */
  private RelNode withTime(TableFunctionScan scan) {
    List<RexNode> values = new ArrayList<>(relBuilder.fields());
    values.add(windowTime(scan, values.get(values.size() - 1)));
    return relBuilder.project(values, names(scan), true).build();
  }

  private static List<String> names(TableFunctionScan scan) {
    return scan.getRowType().getFieldNames();
  }

  /** See {@link SqlTimes#windowBound}; in milliseconds. */
  private record Bound(long period, long offset, long shift) {}

  private RexNode bound(RelDataType type, RexNode time, Bound bound) {
    long perMilli = TimestampUnit.of(time.getType().getPrecision()).perMilli();
    return builder.makeCall(
        type,
        RuntimeFunctions.WINDOW_BOUND,
        List.of(
            time,
            number(builder, Math.multiplyExact(bound.period, perMilli)),
            number(builder, Math.multiplyExact(bound.offset, perMilli)),
            number(builder, Math.multiplyExact(bound.shift, perMilli))));
  }

  private static int time(RexNode descriptor) {
    return ((RexInputRef) ((RexCall) descriptor).getOperands().get(0)).getIndex();
  }

  private static long offset(List<RexNode> operands, int place) {
    return operands.size() > place && operands.get(place).getKind() != SqlKind.DEFAULT
        ? millis(operands.get(place))
        : 0;
  }

  private static long millis(RexNode interval) {
    return ((RexLiteral) interval).getValueAs(BigDecimal.class).longValueExact();
  }

  static RexNode number(RexBuilder builder, long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
  }
}
