package io.millrace.planner.optimize;

import io.millrace.planner.expression.WindowBound;
import io.millrace.planner.validate.FallibleExpressions;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Rows that come once for each of some windows that they are in.
 *
 * @param input the rows, once
 * @param conditions what all copies are filtered by
 * @param copies one or more
 */
record WindowedRows(RelNode input, List<RexNode> conditions, List<Copy> copies) {
  /**
   * Some of the rows, with a window.
   *
   * @param conditions over the input's columns, besides those of all copies
   * @param columns over the input's columns
   */
  record Copy(List<RexNode> conditions, List<RexNode> columns) {}

  /** What a relational expression says, as far as it is a UNION ALL of projections of one input. */
  static Optional<WindowedRows> of(RelNode rel) {
    Project top = rel instanceof Project project ? project : null;
    RelNode below = top == null ? rel : top.getInput();
    if (!(below instanceof Union union) || !union.all) {
      return Optional.empty();
    }
    List<Project> projects = new ArrayList<>();
    for (RelNode part : union.getInputs()) {
      if (!(part instanceof Project project)
          || project.getProjects().stream().anyMatch(FallibleExpressions::mayFail)
          || !source(project).deepEquals(source((Project) union.getInput(0)))) {
        return Optional.empty();
      }
      projects.add(project);
    }
    List<RexNode> common = new ArrayList<>(conditions(projects.get(0)));
    projects.forEach(project -> common.retainAll(conditions(project)));
    List<Copy> copies = new ArrayList<>();
    for (Project project : projects) {
      List<RexNode> own = new ArrayList<>(conditions(project));
      own.removeAll(common);
      copies.add(
          new Copy(
              own,
              top == null
                  ? project.getProjects()
                  : RelOptUtil.pushPastProject(top.getProjects(), project)));
    }
    return Optional.of(new WindowedRows(source(projects.get(0)), common, copies));
  }

  private static RelNode source(Project project) {
    return project.getInput() instanceof Filter filter ? filter.getInput() : project.getInput();
  }

  private static List<RexNode> conditions(Project project) {
    return project.getInput() instanceof Filter filter
        ? RelOptUtil.conjunctions(filter.getCondition())
        : List.of();
  }

  /** A column of the first copy. */
  RexNode column(int column) {
    return copies.get(0).columns.get(column);
  }

  /** Whether a column is the same in each copy of a row. */
  boolean isSame(int column) {
    return copies.stream().allMatch(copy -> copy.columns.get(column).equals(column(column)));
  }

  /**
   * The panes that all the windows are made of, if nothing else than bounds of windows of one time
   * tells the copies of a row apart.
   *
   * @param columns those that are looked at
   */
  Optional<WindowBound> panes(Collection<Integer> columns) {
    List<Optional<WindowBound>> bounds = new ArrayList<>();
    for (Copy copy : copies) {
      columns.stream()
          .filter(column -> !isSame(column))
          .forEach(column -> bounds.add(WindowBound.of(copy.columns.get(column))));
    }
    if (bounds.isEmpty() || bounds.contains(Optional.<WindowBound>empty())) {
      return Optional.empty();
    }
    WindowBound first = bounds.get(0).orElseThrow();
    for (Copy copy : copies) {
      for (RexNode condition : copy.conditions) {
        Optional<WindowBound> end = end(condition);
        if (end.isPresent()) {
          bounds.add(end);
        } else if (!isNotNull(condition, first.time())) {
          return Optional.empty();
        }
      }
    }
    BigInteger pane = BigInteger.ZERO;
    for (WindowBound bound : bounds.stream().flatMap(Optional::stream).toList()) {
      if (!bound.time().equals(first.time()) || bound.offset() != first.offset()) {
        return Optional.empty();
      }
      pane = pane.gcd(BigInteger.valueOf(bound.period())).gcd(BigInteger.valueOf(bound.shift()));
    }
    return Optional.of(first.of(first.time(), pane.longValueExact(), 0));
  }

  /** The end of the window in a condition that the time is before it. */
  private static Optional<WindowBound> end(RexNode condition) {
    return condition.getKind() == SqlKind.LESS_THAN && condition instanceof RexCall less
        ? WindowBound.of(less.getOperands().get(1))
            .filter(bound -> bound.time().equals(less.getOperands().get(0)))
        : Optional.empty();
  }

  private static boolean isNotNull(RexNode condition, RexNode time) {
    return condition.getKind() == SqlKind.IS_NOT_NULL
        && ((RexCall) condition).getOperands().get(0).equals(time);
  }

  /** What a copy is filtered by besides the others, asked of the pane; TRUE if by nothing. */
  static RexNode ofPane(Copy copy, RexNode pane, RexBuilder builder) {
    Stream<RexNode> conditions =
        copy.conditions.stream()
            .map(
                condition ->
                    end(condition)
                        .<RexNode>map(
                            end ->
                                builder.makeCall(
                                    SqlStdOperatorTable.LESS_THAN,
                                    pane,
                                    end.of(pane, end.period(), end.shift())
                                        .toRex(builder, pane.getType())))
                        .orElseGet(() -> builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, pane)));
    return RexUtil.composeConjunction(builder, conditions.toList());
  }
}
