package io.millrace.planner.explain;

import io.millrace.planner.expression.ExpressionPrinter;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.logical.SessionWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/** Prints relational algebra, the root first, inputs indented below. */
public final class LogicalPrinter {
  private LogicalPrinter() {}

  public static String print(RelNode rel) {
    StringBuilder text = new StringBuilder();
    print(rel, 0, text);
    return text.toString();
  }

  private static void print(RelNode rel, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(describe(rel)).append('\n');
    rel.getInputs().forEach(input -> print(input, depth + 1, text));
  }

  private static String describe(RelNode rel) {
    if (rel instanceof Project project) {
      return "Project " + projections(project);
    }
    if (rel instanceof Filter filter) {
      return "Filter "
          + ExpressionPrinter.print(
              filter.getCondition(), i -> name(filter.getInput().getRowType(), i));
    }
    if (rel instanceof Aggregate aggregate) {
      return aggregate(aggregate);
    }
    if (rel instanceof Join join) {
      RelDataType both =
          SqlValidatorUtil.createJoinType(
              join.getCluster().getTypeFactory(),
              join.getLeft().getRowType(),
              join.getRight().getRowType(),
              null,
              List.of());
      return "Join "
          + join.getJoinType()
          + (join.getCondition().isAlwaysTrue()
              ? ""
              : " ON " + ExpressionPrinter.print(join.getCondition(), i -> name(both, i)));
    }
    if (rel instanceof TableScan scan) {
      List<String> path = scan.getTable().getQualifiedName();
      return "Scan " + path.get(path.size() - 1);
    }
    if (rel instanceof Ranking ranking) {
      Ranking.Ranks ranks = ranking.ranks();
      return RankText.of(
          ranks.function(),
          ranks.partition(),
          ranks.order(),
          ranks.from(),
          ranks.to(),
          column -> name(ranking.getRowType(), column));
    }
    if (rel instanceof SessionWindows windows) {
      SessionWindows.Sessions sessions = windows.sessions();
      return SessionText.of(
          sessions.partition(),
          sessions.time(),
          sessions.gapMillis(),
          column -> name(windows.getInput().getRowType(), column));
    }
    if (rel instanceof SetOp setOp) {
      return rel.getClass().getSimpleName().replace("Logical", "") + (setOp.all ? " all" : "");
    }
    return rel instanceof Values values
        ? "Values " + values.getTuples().size() + " rows"
        : rel.getRelTypeName();
  }

  private static String projections(Project project) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      String value =
          ExpressionPrinter.print(
              project.getProjects().get(i), c -> name(project.getInput().getRowType(), c));
      String name = name(project.getRowType(), i);
      columns.add(value.equals(name) ? value : value + " AS " + name);
    }
    return String.join(", ", columns);
  }

  private static String aggregate(Aggregate aggregate) {
    RelDataType input = aggregate.getInput().getRowType();
    String keys =
        aggregate.getGroupSet().asList().stream()
            .map(i -> name(input, i))
            .collect(Collectors.joining(", "));
    String calls =
        IntStream.range(0, aggregate.getAggCallList().size())
            .mapToObj(
                i ->
                    call(aggregate.getAggCallList().get(i), input)
                        + " AS "
                        + name(aggregate.getRowType(), aggregate.getGroupCount() + i))
            .collect(Collectors.joining(", "));
    return "Aggregate"
        + (keys.isEmpty() ? "" : " by (" + keys + ")")
        + (calls.isEmpty() ? "" : ": " + calls);
  }

  private static String call(AggregateCall call, RelDataType input) {
    String arguments =
        call.getArgList().isEmpty()
            ? "*"
            : call.getArgList().stream().map(i -> name(input, i)).collect(Collectors.joining(", "));
    return call.getAggregation().getName()
        + "("
        + (call.isDistinct() ? "DISTINCT " : "")
        + arguments
        + ")"
        + (call.hasFilter() ? " FILTER (WHERE " + name(input, call.filterArg) + ")" : "");
  }

  private static String name(RelDataType rowType, int column) {
    return rowType.getFieldList().get(column).getName();
  }
}
