package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.DataType;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamGroupAggregate;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.type.TypeConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * GROUP BY and DISTINCT: only the columns that are grouped or aggregated travel, to the worker that
 * owns the group.
 */
final class AggregateRule implements PhysicalRule<Aggregate> {
  private final SourcePosition subQuery;

  /**
   * @param subQuery where the query's only subquery begins, for errors; null if that is not known
   */
  AggregateRule(SourcePosition subQuery) {
    this.subQuery = subQuery;
  }

  @Override
  public StreamNode convert(Aggregate aggregate, List<StreamNode> inputs) {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      throw new MillraceException(ErrorCode.INTERNAL_ERROR, "Grouping sets were not taken apart.");
    }
    if (aggregate.getAggCallList().stream().anyMatch(AggregateRule::isSingleValue)) {
      return singleRows(aggregate, inputs.get(0));
    }
    List<Integer> needed = new ArrayList<>(aggregate.getGroupSet().asList());
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      call.getArgList().forEach(argument -> addOnce(needed, argument));
      if (call.hasFilter()) {
        addOnce(needed, call.filterArg);
      }
    }
    if (needed.isEmpty()) {
      // COUNT(*) alone counts rows, and rows have columns.
      needed.add(0);
    }
    StreamNode projected = Calcs.columns(inputs.get(0), needed, aggregate.getInput());
    List<Integer> groupKeys = IntStream.range(0, aggregate.getGroupCount()).boxed().toList();
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .map(call -> call(call, needed, aggregate.getInput().getRowType()))
            .toList();
    return new StreamGroupAggregate(
        StreamExchange.ensure(projected, groupKeys),
        groupKeys,
        calls,
        TypeConverter.toRowType(aggregate.getRowType()),
        ChangelogMode.RETRACT);
  }

  private static boolean isSingleValue(org.apache.calcite.rel.core.AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.SINGLE_VALUE;
  }

  /**
   * A subquery that stands for a value: at most one row a group. No group over no rows is needed,
   * since only outer joins read it, to which no row and NULLs are the same.
   */
  private StreamNode singleRows(Aggregate aggregate, StreamNode input) {
    if (!input.upsertKeys().covers(aggregate.getGroupSet().asList())
        || !aggregate.getAggCallList().stream().allMatch(AggregateRule::isSingleValue)) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          subQuery,
          "not supported in a materialized view: a subquery as a value of which it is not known"
              + " that it has at most one row; compare the whole primary key, or aggregate, for"
              + " example by MAX",
          null);
    }
    List<RexNode> columns = new ArrayList<>();
    for (int group : aggregate.getGroupSet()) {
      columns.add(RexInputRef.of(group, aggregate.getInput().getRowType()));
    }
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      columns.add(RexInputRef.of(call.getArgList().get(0), aggregate.getInput().getRowType()));
    }
    return Calcs.project(input, columns, TypeConverter.toRowType(aggregate.getRowType()));
  }

  private static void addOnce(List<Integer> columns, int column) {
    if (!columns.contains(column)) {
      columns.add(column);
    }
  }

  private static AggregateCall call(
      org.apache.calcite.rel.core.AggregateCall call, List<Integer> needed, RelDataType input) {
    AggregateFunction function = function(call);
    if (call.getArgList().size() > 1) {
      throw unsupported(call.getName(), function + " of several columns");
    }
    int argument =
        call.getArgList().isEmpty() ? AggregateCall.NONE : needed.indexOf(call.getArgList().get(0));
    DataType type =
        TypeConverter.toDataType(call.getType())
            .orElseThrow(
                () ->
                    unsupported(
                        call.getName(),
                        function
                            + " of the type "
                            + input.getFieldList().get(call.getArgList().get(0)).getType()));
    boolean distinct =
        call.isDistinct() && function != AggregateFunction.MIN && function != AggregateFunction.MAX;
    int filter = call.hasFilter() ? needed.indexOf(call.filterArg) : AggregateCall.NONE;
    return new AggregateCall(function, argument, filter, distinct, type);
  }

  private static AggregateFunction function(org.apache.calcite.rel.core.AggregateCall call) {
    if (call.isApproximate() || !call.getCollation().getFieldCollations().isEmpty()) {
      throw unsupported(call.getName(), call.toString());
    }
    return switch (call.getAggregation().getKind()) {
      case COUNT -> AggregateFunction.COUNT;
      case SUM -> AggregateFunction.SUM;
      case AVG -> AggregateFunction.AVG;
      case MIN -> AggregateFunction.MIN;
      case MAX -> AggregateFunction.MAX;
      default ->
          throw unsupported(
              call.getName(), "the aggregate function " + call.getAggregation().getName());
    };
  }

  private static MillraceException unsupported(String column, String what) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        "not supported in a materialized view yet: "
            + what
            + (column == null ? "" : " (column '" + column + "')"));
  }
}
