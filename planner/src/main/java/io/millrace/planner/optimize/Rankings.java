package io.millrace.planner.optimize;

import com.google.common.collect.ImmutableSet;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.logical.SubQueryShuttle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * ROW_NUMBER, RANK and DENSE_RANK, and ORDER BY with LIMIT or OFFSET, as rankings; conditions on
 * the number become the range of numbers that is wanted.
 */
final class Rankings extends SubQueryShuttle {
  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (visited instanceof Sort sort) {
      return limited(sort);
    }
    if (visited instanceof Project project && project.containsOver()) {
      return ranked(project);
    }
    return visited instanceof Filter filter ? bounded(filter) : visited;
  }

  /** Without LIMIT and OFFSET an order means nothing. */
  private static RelNode limited(Sort sort) {
    if (sort.fetch == null && sort.offset == null) {
      return sort.getInput();
    }
    long skipped = sort.offset == null ? 0 : rows(sort.offset);
    long wanted = sort.fetch == null ? Long.MAX_VALUE : rows(sort.fetch);
    long last = wanted > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : skipped + wanted;
    List<SortColumn> order = new ArrayList<>();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      order.add(column(field.getFieldIndex(), field.direction, field.nullDirection));
    }
    long first = skipped == Long.MAX_VALUE ? skipped : skipped + 1;
    return Ranking.create(
        sort.getInput(),
        new Ranking.Ranks(RankFunction.ROW_NUMBER, List.of(), order, first, last),
        false);
  }

  private static long rows(RexNode count) {
    if (!(count instanceof RexLiteral literal)) {
      throw unsupported("LIMIT and OFFSET by an expression; write a number");
    }
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    return value.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }

  private static SortColumn column(
      int column, RelFieldCollation.Direction direction, RelFieldCollation.NullDirection nulls) {
    RelFieldCollation.NullDirection place =
        nulls == RelFieldCollation.NullDirection.UNSPECIFIED
            ? direction.defaultNullDirection()
            : nulls;
    return new SortColumn(
        column, direction.isDescending(), place == RelFieldCollation.NullDirection.FIRST);
  }

  private static RelNode ranked(Project project) {
    if (!project.getVariablesSet().isEmpty()) {
      throw unsupported(
          "a subquery that depends on the row around it beside a window function; put one of them"
              + " into a subquery in FROM");
    }
    RexBuilder builder = project.getCluster().getRexBuilder();
    RelNode input = project.getInput();
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(input.getRowType()));
    Map<RexOver, Ranking.Ranks> windows = new LinkedHashMap<>();
    for (RexNode expression : project.getProjects()) {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitOver(RexOver over) {
              windows.computeIfAbsent(over, window -> ranks(window, columns));
              return null;
            }
          });
    }
    // The projection below stays even if it changes nothing: subqueries are rewritten around it.
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    while (names.size() < columns.size()) {
      names.add("key_" + names.size());
    }
    RelNode numbered = LogicalProject.create(input, List.of(), columns, names, Set.of());
    Map<RexOver, RexNode> numbers = new LinkedHashMap<>();
    for (Map.Entry<RexOver, Ranking.Ranks> window : windows.entrySet()) {
      numbered = Ranking.create(numbered, window.getValue(), true);
      RexNode number = builder.makeInputRef(numbered, numbered.getRowType().getFieldCount() - 1);
      numbers.put(window.getKey(), builder.ensureType(window.getKey().getType(), number, true));
    }
    List<RexNode> expressions =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            return numbers.get(over);
          }
        }.visitList(project.getProjects());
    return LogicalProject.create(
        numbered, project.getHints(), expressions, project.getRowType(), Set.of());
  }

  /**
   * @param columns of the input to the ranking; those that are computed are added
   */
  private static Ranking.Ranks ranks(RexOver over, List<RexNode> columns) {
    RankFunction function =
        switch (over.getAggOperator().getKind()) {
          case ROW_NUMBER -> RankFunction.ROW_NUMBER;
          case RANK -> RankFunction.RANK;
          case DENSE_RANK -> RankFunction.DENSE_RANK;
          default -> throw unsupported("the window function " + over.getAggOperator().getName());
        };
    List<Integer> partition = new ArrayList<>();
    for (RexNode key : over.getWindow().partitionKeys) {
      int column = place(key, columns);
      if (!partition.contains(column)) {
        partition.add(column);
      }
    }
    List<SortColumn> order = new ArrayList<>();
    for (RexFieldCollation key : over.getWindow().orderKeys) {
      order.add(column(place(key.left, columns), key.getDirection(), key.getNullDirection()));
    }
    return new Ranking.Ranks(function, partition, order, 1, Long.MAX_VALUE);
  }

  private static int place(RexNode value, List<RexNode> columns) {
    if (value instanceof RexInputRef ref) {
      return ref.getIndex();
    }
    int place = columns.indexOf(value);
    if (place < 0) {
      columns.add(value);
      place = columns.size() - 1;
    }
    return place;
  }

  private static RelNode bounded(Filter filter) {
    List<RexNode> left = new ArrayList<>();
    RelNode input = filter.getInput();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      RankBound bound = RankBound.of(conjunct);
      RelNode within =
          bound == null ? condition(input, conjunct) : within(input, bound.column(), bound);
      if (within != null) {
        input = within;
      }
      if (within == null || bound == null || !bound.exact()) {
        left.add(conjunct);
      }
    }
    if (input == filter.getInput()) {
      return filter;
    }
    return left.isEmpty()
        ? input
        : LogicalFilter.create(
            input,
            RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), left),
            ImmutableSet.copyOf(filter.getVariablesSet()));
  }

  /**
   * The same rows as far as a column is TRUE that is a condition, as QUALIFY makes them; null if
   * that is no bound of a number.
   */
  private static RelNode condition(RelNode rel, RexNode column) {
    if (!(rel instanceof Project project) || !(column instanceof RexInputRef ref)) {
      return null;
    }
    RankBound bound = RankBound.of(project.getProjects().get(ref.getIndex()));
    RelNode input = bound == null ? null : within(project.getInput(), bound.column(), bound);
    return input == null ? null : rel.copy(rel.getTraitSet(), List.of(input));
  }

  /** The same rows as far as a column is within bounds; null if the column is not a number. */
  private static RelNode within(RelNode rel, int column, RankBound bound) {
    if (rel instanceof Ranking ranking) {
      return ranking.isRank(column)
          ? Ranking.create(
              ranking.getInput(), ranking.ranks().within(bound.from(), bound.to()), true)
          : null;
    }
    RelNode input = null;
    if (rel instanceof Filter filter) {
      input = within(filter.getInput(), column, bound);
    } else if (rel instanceof Project project
        && project.getProjects().get(column) instanceof RexInputRef ref) {
      input = within(project.getInput(), ref.getIndex(), bound);
    }
    return input == null ? null : rel.copy(rel.getTraitSet(), List.of(input));
  }

  private static MillraceException unsupported(String what) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED, "not supported in a materialized view yet: " + what);
  }
}
