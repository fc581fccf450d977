package io.millrace.planner.optimize;

import io.millrace.core.error.SourcePosition;
import io.millrace.planner.context.PlanningContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.ProjectRemoveRule;

/**
 * Logical optimization of continuous queries, in order.
 *
 * <p>Left out on purpose, because they compute wrong results in Calcite 1.42.0:
 * AGGREGATE_MIN_MAX_TO_LIMIT and AGGREGATE_UNION_TRANSPOSE lose an aggregate's FILTER;
 * MINUS_TO_FILTER drops rows with NULL.
 */
public final class OptimizerPhases {
  private final List<OptimizerPhase> phases;

  /**
   * @param closing whether windows are put out when they close: rows are late for a window then,
   *     not for a part of it
   */
  public OptimizerPhases(PlanningContext context, boolean closing) {
    this(context, closing, null);
  }

  /**
   * @param subQuery where the query's only subquery begins, for errors; null if that is not known
   */
  public OptimizerPhases(PlanningContext context, boolean closing, SourcePosition subQuery) {
    List<OptimizerPhase> all = new ArrayList<>(ofAllQueries(context, subQuery));
    if (!closing) {
      all.add(
          new OptimizerPhase(
              "windows of panes",
              "a row that is in many windows changes one group, not one for each",
              rel -> mergeProjections(rel.accept(new PaneAggregates()))));
    }
    phases = List.copyOf(all);
  }

  private static List<OptimizerPhase> ofAllQueries(
      PlanningContext context, SourcePosition subQuery) {
    return List.of(
        new OptimizerPhase(
            "ranks apart",
            "ROW_NUMBER below a bound and LIMIT are one operator, which needs to know the range",
            rel -> rel.accept(new Rankings())),
        new OptimizerPhase(
            "subqueries as joins",
            "there is one way to look up rows of another relation",
            rel -> SubQueries.toJoins(rel, context, subQuery)),
        new OptimizerPhase(
            "grouping sets apart",
            "an operator groups by one list of columns",
            rel -> rel.accept(new GroupingSets())),
        new OptimizerPhase(
            "set operations as groups",
            "UNION, INTERSECT and EXCEPT need no operators of their own",
            rel -> rel.accept(new SetOperations())),
        new OptimizerPhase(
            "filters down",
            "a row that is dropped early costs nothing later",
            rel ->
                apply(
                    rel,
                    List.of(
                        // One filter can be moved as a whole.
                        CoreRules.FILTER_MERGE,
                        // Below a projection, where its columns are plain.
                        GuardedRules.FILTER_PROJECT_TRANSPOSE,
                        // Into a join's condition, and from there to the side it is about.
                        CoreRules.FILTER_INTO_JOIN,
                        CoreRules.JOIN_CONDITION_PUSH,
                        // Below UNION ALL, to each input.
                        CoreRules.FILTER_SET_OP_TRANSPOSE,
                        // HAVING on grouping columns drops rows before they are grouped.
                        CoreRules.FILTER_AGGREGATE_TRANSPOSE))),
        new OptimizerPhase(
            "joins in order",
            "rows of a join without an equality all meet on one worker",
            rel -> rel.accept(new JoinOrder())),
        new OptimizerPhase(
            "times of windows",
            "a window is past by its end, and its time follows of that",
            rel -> rel.accept(new WindowTimes())),
        new OptimizerPhase(
            "columns pruned",
            "only what is read is scanned and travels",
            rel -> new ColumnTrimmer(context.relBuilder()).trim(rel)),
        new OptimizerPhase(
            "projections merged",
            "one projection computes what several did",
            OptimizerPhases::mergeProjections));
  }

  private static RelNode mergeProjections(RelNode rel) {
    return apply(
        rel,
        List.of(
            // Where no value of the lower one may fail.
            GuardedRules.PROJECT_MERGE, ProjectRemoveRule.Config.DEFAULT.toRule()));
  }

  public List<OptimizerPhase> phases() {
    return phases;
  }

  public RelNode optimize(RelNode rel) {
    return optimize(rel, (phase, result) -> {});
  }

  /**
   * @param observer sees the result of each phase
   */
  public RelNode optimize(RelNode rel, BiConsumer<OptimizerPhase, RelNode> observer) {
    RelNode current = rel;
    for (OptimizerPhase phase : phases) {
      current = phase.apply(current);
      observer.accept(phase, current);
    }
    return current;
  }

  private static RelNode apply(RelNode rel, List<RelOptRule> rules) {
    HepPlanner planner =
        new HepPlanner(
            new HepProgramBuilder()
                .addMatchOrder(HepMatchOrder.TOP_DOWN)
                .addRuleCollection(rules.stream().map(PlanningContext::withBuilderConfig).toList())
                .build(),
            Contexts.of(PlanningContext.BUILDER_CONFIG));
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
