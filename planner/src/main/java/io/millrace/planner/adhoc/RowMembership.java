package io.millrace.planner.adhoc;

import com.google.common.collect.ImmutableSet;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.logical.SubQueryShuttle;
import io.millrace.planner.optimize.SemiJoins;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Whether a row of several columns, some of which can be NULL, is IN others. Calcite's rules answer
 * it wrongly, other than as a condition that rows must fulfil; as a value it is
 *
 * <pre>
 * CASE (SELECT MAX(CASE WHEN (a, b) = (x, y) IS TRUE THEN 2 WHEN … IS NULL THEN 1 ELSE 0 END) FROM …)
 *   WHEN 2 THEN TRUE WHEN 1 THEN NULL ELSE FALSE END
 * </pre>
 */
final class RowMembership extends SubQueryShuttle {
  private static final long EQUAL = 2;
  private static final long UNKNOWN = 1;

  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    if (rel instanceof Filter filter) {
      RelNode joined = new SemiJoins(query -> isJoin(query, filter)).rewrite(filter);
      return joined instanceof Filter rest ? values(rest) : joined;
    }
    if (rel instanceof Project project) {
      return project(project);
    }
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            if (isConcerned(subQuery)) {
              throw unsupported();
            }
            return subQuery;
          }
        });
    return rel;
  }

  /** Whether a condition of the filter on the subquery may become a join. */
  private static boolean isJoin(RexSubQuery subQuery, Filter filter) {
    return isConcerned(subQuery)
        && filter.getVariablesSet().containsAll(RelOptUtil.getVariablesUsed(subQuery.rel));
  }

  private static RelNode values(Filter filter) {
    Values values = new Values(filter, filter.getInput());
    List<RexNode> conditions = new ArrayList<>();
    boolean changed = false;
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      RexNode visited = condition.getKind() == SqlKind.IN ? condition : condition.accept(values);
      changed |= visited != condition;
      conditions.add(visited);
    }
    return changed
        ? LogicalFilter.create(
            filter.getInput(),
            RexUtil.composeConjunction(values.builder, conditions),
            ImmutableSet.copyOf(values.variables()))
        : filter;
  }

  private static RelNode project(Project project) {
    Values values = new Values(project, project.getInput());
    List<RexNode> columns = values.visitList(project.getProjects());
    return columns.equals(project.getProjects())
        ? project
        : LogicalProject.create(
            project.getInput(),
            project.getHints(),
            columns,
            project.getRowType().getFieldNames(),
            values.variables());
  }

  private static boolean isConcerned(RexSubQuery subQuery) {
    return subQuery.getKind() == SqlKind.IN
        && subQuery.getOperands().size() > 1
        && (subQuery.getOperands().stream().anyMatch(o -> o.getType().isNullable())
            || subQuery.rel.getRowType().getFieldList().stream()
                .anyMatch(field -> field.getType().isNullable()));
  }

  private static MillraceException unsupported() {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        "not supported: IN of several columns that can be NULL, in the condition of a join, of"
            + " subqueries, or with a subquery that depends on the row around it other than as a"
            + " condition of WHERE that stands alone or under AND; write it as EXISTS");
  }

  /** Memberships of the rows of a node's input. */
  private static final class Values extends RexShuttle {
    private final RelNode node;
    private final RexBuilder builder;
    private final CorrelationId row;
    private final RexNode rowVariable;

    Values(RelNode node, RelNode input) {
      this.node = node;
      this.builder = node.getCluster().getRexBuilder();
      Set<CorrelationId> known = node.getVariablesSet();
      this.row = known.isEmpty() ? node.getCluster().createCorrel() : known.iterator().next();
      this.rowVariable = builder.makeCorrel(input.getRowType(), row);
    }

    Set<CorrelationId> variables() {
      return ImmutableSet.<CorrelationId>builder().addAll(node.getVariablesSet()).add(row).build();
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      if (!isConcerned(subQuery)) {
        return super.visitSubQuery(subQuery);
      }
      // Decorrelation would take one use of the row around for the other.
      if (RelOptUtil.getVariablesUsed(subQuery.rel).contains(row)
          || subQuery.getOperands().stream()
              .anyMatch(operand -> RexUtil.SubQueryFinder.find(operand) != null)) {
        throw unsupported();
      }
      RexNode match = RexSubQuery.scalar(bestMatch(subQuery));
      RexNode membership =
          builder.makeCall(
              SqlStdOperatorTable.CASE,
              is(match, EQUAL),
              builder.makeLiteral(true),
              is(match, UNKNOWN),
              builder.makeNullLiteral(subQuery.getType()),
              builder.makeLiteral(false));
      return builder.makeAbstractCast(subQuery.getType(), membership, false);
    }

    /** How well the best of the subquery's rows matches, as one row. */
    private RelNode bestMatch(RexSubQuery subQuery) {
      RexShuttle outer =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return builder.makeFieldAccess(rowVariable, ref.getIndex());
            }
          };
      List<RexNode> parts = new ArrayList<>();
      for (int i = 0; i < subQuery.getOperands().size(); i++) {
        parts.add(
            builder.makeCall(
                SqlStdOperatorTable.EQUALS,
                subQuery.getOperands().get(i).accept(outer),
                builder.makeInputRef(subQuery.rel, i)));
      }
      RexNode equal = RexUtil.composeConjunction(builder, parts);
      RexNode match =
          builder.makeCall(
              SqlStdOperatorTable.CASE,
              builder.makeCall(SqlStdOperatorTable.IS_TRUE, equal),
              number(EQUAL),
              builder.makeCall(SqlStdOperatorTable.IS_NULL, equal),
              number(UNKNOWN),
              number(0));
      RelNode matches =
          LogicalProject.create(
              subQuery.rel, List.of(), List.of(match), List.of("match"), Set.of());
      RelDataType type = builder.getTypeFactory().createTypeWithNullability(match.getType(), true);
      AggregateCall best =
          AggregateCall.create(
              SqlStdOperatorTable.MAX,
              false,
              false,
              false,
              List.of(),
              List.of(0),
              -1,
              null,
              RelCollations.EMPTY,
              type,
              "match");
      return LogicalAggregate.create(matches, List.of(), ImmutableBitSet.of(), null, List.of(best));
    }

    private RexNode is(RexNode match, long number) {
      return builder.makeCall(SqlStdOperatorTable.EQUALS, match, number(number));
    }

    private RexNode number(long value) {
      return builder.makeExactLiteral(
          BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
    }
  }
}
