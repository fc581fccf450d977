package io.millrace.planner.optimize;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.validate.FallibleExpressions;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.RelDecorrelator;

/**
 * Subqueries (IN, EXISTS, SOME, ALL, and subqueries as values) as joins, those that depend on the
 * row around them too.
 */
final class SubQueries {
  private SubQueries() {}

  /**
   * @param position of the only subquery; null if that is not known
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if a subquery depends on the row around
   *     it in a way that no join has
   */
  static RelNode toJoins(RelNode rel, PlanningContext context, SourcePosition position) {
    try {
      return toJoins(rel, context);
    } catch (MillraceException e) {
      throw e.position().isPresent() || position == null
          ? e
          : new MillraceException(e.code(), position, e.detail(), e);
    }
  }

  private static RelNode toJoins(RelNode rel, PlanningContext context) {
    HepPlanner planner =
        new HepPlanner(
            new HepProgramBuilder()
                .addRuleCollection(
                    List.of(
                        PlanningContext.withBuilderConfig(CoreRules.FILTER_SUB_QUERY_TO_CORRELATE),
                        PlanningContext.withBuilderConfig(CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE),
                        PlanningContext.withBuilderConfig(CoreRules.JOIN_SUB_QUERY_TO_CORRELATE)))
                .build(),
            Contexts.of(PlanningContext.BUILDER_CONFIG));
    RelNode semiJoins = rel.accept(new SemiJoins());
    semiJoins.accept(new RowsWithNulls());
    semiJoins.accept(new OutermostRows());
    planner.setRoot(semiJoins);
    RelNode correlated = planner.findBestExp();
    correlated.accept(new FallibleConditions());
    if (Decorrelation.confuses(correlated)) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported in a materialized view yet: a subquery that uses columns of the row around"
              + " it in several places, or other than by = beside an outer join or another"
              + " subquery; write it as a join, or compute it in a materialized view of its own");
    }
    RelNode flat =
        RelDecorrelator.decorrelateQuery(correlated, context.relBuilder())
            .accept(new LiteralAggregates());
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, RelNode parent) {
        if (node instanceof Correlate) {
          throw new MillraceException(
              ErrorCode.UNSUPPORTED,
              "not supported in a materialized view yet: a subquery that depends on the row around"
                  + " it in this way (compare columns of both with =, or write it as a join)");
        }
        super.visit(node, ordinal, parent);
      }
    }.go(flat);
    return flat;
  }

  /**
   * Whether one row of several columns is IN others: the rules' answer mistakes parts with NULL.
   */
  private static final class RowsWithNulls extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode rel) {
      rel.accept(
          new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
              boolean nullable =
                  subQuery.getOperands().stream().anyMatch(o -> o.getType().isNullable())
                      || subQuery.rel.getRowType().getFieldList().stream()
                          .anyMatch(field -> field.getType().isNullable());
              if (subQuery.getKind() == SqlKind.IN
                  && subQuery.getOperands().size() > 1
                  && nullable) {
                throw new MillraceException(
                    ErrorCode.UNSUPPORTED,
                    "not supported in a materialized view yet: IN of several columns that can be"
                        + " NULL, other than as a condition of WHERE that stands alone or under"
                        + " AND; write it as EXISTS");
              }
              subQuery.rel.accept(RowsWithNulls.this);
              return super.visitSubQuery(subQuery);
            }
          });
      return super.visit(rel);
    }
  }

  /**
   * Conditions on values that may fail, inside of what depends on the row around it: decorrelation
   * would draw the value into the condition.
   */
  private static final class FallibleConditions extends RelHomogeneousShuttle {
    private int correlates;

    @Override
    public RelNode visit(RelNode rel) {
      if (correlates > 0
          && rel instanceof Filter filter
          && filter.getInput() instanceof Project project
          && RelOptUtil.InputFinder.bits(filter.getCondition()).asList().stream()
              .anyMatch(column -> FallibleExpressions.mayFail(project.getProjects().get(column)))) {
        throw new MillraceException(
            ErrorCode.UNSUPPORTED,
            "not supported in a materialized view yet: a condition on a value that may fail, such"
                + " as a quotient, in a subquery that depends on the row around it; compute the"
                + " value in a materialized view of its own");
      }
      correlates += rel instanceof Correlate ? 1 : 0;
      RelNode visited = super.visit(rel);
      correlates -= rel instanceof Correlate ? 1 : 0;
      return visited;
    }
  }

  /** What depends on the outermost row two subqueries deep: decorrelation confuses the rows. */
  private static final class OutermostRows extends RelHomogeneousShuttle {
    /** Those of the row around the innermost subquery; null outside of subqueries. */
    private Set<CorrelationId> around;

    @Override
    public RelNode visit(RelNode rel) {
      rel.accept(
          new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
              RexNode visited = super.visitSubQuery(subQuery);
              Set<CorrelationId> before = around;
              around = rel.getVariablesSet();
              subQuery.rel.accept(OutermostRows.this);
              around = before;
              return visited;
            }

            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable variable) {
              check(variable.id);
              return variable;
            }
          });
      return super.visit(rel);
    }

    private void check(CorrelationId row) {
      if (around != null && !around.contains(row)) {
        throw new MillraceException(
            ErrorCode.UNSUPPORTED,
            "not supported in a materialized view yet: a subquery in a subquery that depends on the"
                + " outermost row; write one of them as a join");
      }
    }
  }
}
