package io.millrace.planner.expression;

import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.logical.SessionWindows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * Computes sessions once, by window functions: a row begins a session if the row before it is more
 * than a gap away; the number of beginnings so far names the session.
 */
public final class SessionsByOrder {
  private final RelBuilder relBuilder;
  private final RexBuilder builder;

  public SessionsByOrder(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
    this.builder = relBuilder.getRexBuilder();
  }

  /** The same rows as those of the node. */
  public RelNode rewrite(SessionWindows windows) {
    SessionWindows.Sessions sessions = windows.sessions();
    relBuilder.push(windows.getInput());
    int columns = relBuilder.fields().size();
    RexNode time = relBuilder.field(sessions.time());
    List<RexNode> keys = new ArrayList<>(relBuilder.fields(sessions.partition()));

    List<RexNode> values = new ArrayList<>(relBuilder.fields());
    values.add(begins(sessions, time, keys));
    relBuilder.project(values, List.of(), true);

    values = new ArrayList<>(relBuilder.fields().subList(0, columns));
    values.add(
        relBuilder
            .aggregateCall(SqlStdOperatorTable.SUM0, relBuilder.field(columns))
            .over()
            .partitionBy(keys)
            .orderBy(time)
            .rowsBetween(RexWindowBounds.UNBOUNDED_PRECEDING, RexWindowBounds.CURRENT_ROW)
            .toRex());
    relBuilder.project(values, List.of(), true);

    keys.add(relBuilder.field(columns));
    values = new ArrayList<>(relBuilder.fields(windows.columns()));
    values.add(cast(windows, 0, extreme(SqlStdOperatorTable.MIN, time, keys)));
    RexNode last = extreme(SqlStdOperatorTable.MAX, time, keys);
    values.add(cast(windows, 1, last));
    relBuilder.project(values, List.of(), true);

    int bounds = windows.columns().size();
    values = new ArrayList<>(relBuilder.fields().subList(0, bounds + 1));
    values.add(later(relBuilder.field(bounds + 1), sessions.gapMillis()));
    return relBuilder.project(values, windows.getRowType().getFieldNames(), true).build();
  }

  /** 1 for the first row of a session, else 0. */
  private RexNode begins(SessionWindows.Sessions sessions, RexNode time, List<RexNode> keys) {
    RexNode previous =
        relBuilder
            .aggregateCall(SqlStdOperatorTable.LAG, time)
            .over()
            .partitionBy(keys)
            .orderBy(time)
            .toRex();
    return builder.makeCall(
        SqlStdOperatorTable.CASE,
        builder.makeCall(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL, time, later(previous, sessions.gapMillis())),
        number(0),
        number(1));
  }

  private RexNode extreme(SqlAggFunction function, RexNode time, List<RexNode> keys) {
    return relBuilder
        .aggregateCall(function, time)
        .over()
        .partitionBy(keys)
        .rowsUnbounded()
        .toRex();
  }

  /** A bound is never NULL. */
  private RexNode cast(SessionWindows windows, int bound, RexNode value) {
    return builder.makeAbstractCast(windows.bounds().get(bound).getType(), value, false);
  }

  private RexNode later(RexNode time, long millis) {
    RelDataType type = time.getType();
    RexNode gap = number(TimestampUnit.of(type.getPrecision()).ofMillis(millis));
    return builder.makeCall(
        type, RuntimeFunctions.WINDOW_BOUND, List.of(time, number(1), number(0), gap));
  }

  private RexNode number(long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
  }
}
