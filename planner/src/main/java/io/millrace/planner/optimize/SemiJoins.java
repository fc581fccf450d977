package io.millrace.planner.optimize;

import com.google.common.collect.ImmutableSet;
import io.millrace.planner.validate.FallibleExpressions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Conditions on subqueries that are semi-joins or anti-joins as they stand:
 *
 * <pre>
 * Filter EXISTS (Project (Filter c X)) over L   becomes   L SEMI JOIN X ON c
 * Filter NOT EXISTS (…)                         becomes   L ANTI JOIN X ON c
 * Filter a IN (Project b (Filter c X)) over L   becomes   L SEMI JOIN X ON a = b AND c
 * Filter a NOT IN (…)                           becomes   L ANTI JOIN X ON a = b AND c
 * </pre>
 *
 * where X does not depend on the row of L, but c may. Where a or b can be NULL, NOT IN is up to
 * three anti-joins, or, if they are several columns, one ON (a = b) IS NOT FALSE. Other conditions
 * stay as they are.
 */
public final class SemiJoins extends RelHomogeneousShuttle {
  private final Predicate<RexSubQuery> chosen;

  SemiJoins() {
    this(subQuery -> true);
  }

  /**
   * @param chosen which subqueries may become joins
   */
  public SemiJoins(Predicate<RexSubQuery> chosen) {
    this.chosen = chosen;
  }

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    return visited instanceof Filter filter ? rewrite(filter) : visited;
  }

  /** The filter, or joins in its place, with a filter above them for other conditions. */
  public RelNode rewrite(Filter filter) {
    RexBuilder builder = filter.getCluster().getRexBuilder();
    List<RexNode> plain = new ArrayList<>();
    List<RexNode> left = new ArrayList<>();
    List<Unnested> joins = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      List<Unnested> unnested = unnest(conjunct, filter);
      joins.addAll(unnested);
      if (unnested.isEmpty()) {
        (hasSubQuery(conjunct) ? left : plain).add(conjunct);
      }
    }
    if (joins.isEmpty()) {
      return filter;
    }
    RelNode result = filtered(filter.getInput(), plain);
    for (Unnested join : joins) {
      result =
          LogicalJoin.create(
              result,
              join.right,
              List.of(),
              RexUtil.composeConjunction(builder, join.conditions),
              Set.of(),
              join.type);
    }
    return left.isEmpty()
        ? result
        : LogicalFilter.create(
            result,
            RexUtil.composeConjunction(builder, left),
            ImmutableSet.copyOf(filter.getVariablesSet()));
  }

  private record Unnested(JoinRelType type, RelNode right, List<RexNode> conditions) {}

  /** The joins that a condition is, one after the other; none if it is no such condition. */
  private List<Unnested> unnest(RexNode conjunct, Filter filter) {
    boolean negated = conjunct.getKind() == SqlKind.NOT;
    RexNode inner = negated ? ((RexCall) conjunct).getOperands().get(0) : conjunct;
    if (!(inner instanceof RexSubQuery subQuery)
        || subQuery.getKind() != SqlKind.EXISTS && subQuery.getKind() != SqlKind.IN
        || !chosen.test(subQuery)
        || subQuery.getOperands().stream().anyMatch(SemiJoins::hasSubQuery)) {
      return List.of();
    }
    RelNode rel = subQuery.rel.accept(this);
    List<RexNode> values = new ArrayList<>();
    if (rel instanceof Project project) {
      values.addAll(project.getProjects());
      rel = project.getInput();
    } else {
      for (RelDataTypeField field : rel.getRowType().getFieldList()) {
        values.add(RexInputRef.of(field.getIndex(), rel.getRowType()));
      }
    }
    List<RexNode> conditions = new ArrayList<>();
    List<RexNode> own = new ArrayList<>();
    while (rel instanceof Filter below) {
      for (RexNode condition : RelOptUtil.conjunctions(below.getCondition())) {
        (RexUtil.containsCorrelation(condition) ? conditions : own).add(condition);
      }
      rel = below.getInput();
    }
    rel = filtered(rel, own);
    boolean in = subQuery.getKind() == SqlKind.IN;
    if (conditions.stream().anyMatch(SemiJoins::hasSubQuery)
        || in && values.stream().anyMatch(SemiJoins::hasSubQuery)
        || dependsOn(rel, filter.getVariablesSet())) {
      return List.of();
    }
    RexBuilder builder = filter.getCluster().getRexBuilder();
    Outer outer = new Outer(filter, builder);
    List<RexNode> matching = new ArrayList<>();
    boolean nullable = false;
    for (int i = 0; in && i < values.size(); i++) {
      RexNode operand = subQuery.getOperands().get(i);
      nullable |= operand.getType().isNullable() || values.get(i).getType().isNullable();
      matching.add(
          builder.makeCall(SqlStdOperatorTable.EQUALS, operand, values.get(i).accept(outer)));
    }
    List<RexNode> correlation = new ArrayList<>();
    conditions.forEach(condition -> correlation.add(condition.accept(outer)));
    if (outer.failed) {
      return List.of();
    }
    if (negated && nullable && matching.size() == 1) {
      return notIn((RexCall) matching.get(0), values.get(0), correlation, rel, filter);
    }
    if (negated && nullable) {
      RexNode equal = RexUtil.composeConjunction(builder, matching);
      matching.clear();
      matching.add(builder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, equal));
    }
    matching.addAll(correlation);
    return List.of(new Unnested(negated ? JoinRelType.ANTI : JoinRelType.SEMI, rel, matching));
  }

  /**
   * {@code a NOT IN b}, where NULL may be on both sides: no b is equal to a, none is NULL, and if a
   * is NULL there is none at all.
   */
  private static List<Unnested> notIn(
      RexCall equality, RexNode value, List<RexNode> correlation, RelNode rel, Filter filter) {
    RexBuilder builder = filter.getCluster().getRexBuilder();
    RexNode operand = equality.getOperands().get(0);
    if (FallibleExpressions.mayFail(operand)
        || FallibleExpressions.mayFail(value)
        || RexUtil.containsCorrelation(value)) {
      return List.of();
    }
    List<Unnested> joins = new ArrayList<>();
    joins.add(anti(rel, equality, correlation));
    if (value.getType().isNullable()) {
      RexNode isNull = builder.makeCall(SqlStdOperatorTable.IS_NULL, value);
      joins.add(anti(filtered(rel, List.of(isNull)), builder.makeLiteral(true), correlation));
    }
    if (operand.getType().isNullable()) {
      // As an equality, so that rows whose value is not NULL need not look for a match.
      RexNode zero = builder.makeExactLiteral(BigDecimal.ZERO);
      RexNode isNull =
          builder.makeCall(
              SqlStdOperatorTable.CASE,
              builder.makeCall(SqlStdOperatorTable.IS_NULL, operand),
              zero,
              builder.makeNullLiteral(zero.getType()));
      List<RexNode> columns = new ArrayList<>();
      for (RelDataTypeField field : rel.getRowType().getFieldList()) {
        columns.add(builder.makeInputRef(rel, field.getIndex()));
      }
      columns.add(zero);
      RelNode marked =
          LogicalProject.create(rel, List.of(), columns, (List<String>) null, Set.of());
      int marks = filter.getRowType().getFieldCount() + columns.size() - 1;
      RexNode mark = new RexInputRef(marks, zero.getType());
      joins.add(
          anti(marked, builder.makeCall(SqlStdOperatorTable.EQUALS, isNull, mark), correlation));
    }
    return joins;
  }

  private static RelNode filtered(RelNode rel, List<RexNode> conditions) {
    return conditions.isEmpty()
        ? rel
        : LogicalFilter.create(
            rel, RexUtil.composeConjunction(rel.getCluster().getRexBuilder(), conditions));
  }

  private static Unnested anti(RelNode right, RexNode condition, List<RexNode> correlation) {
    List<RexNode> conditions = new ArrayList<>();
    conditions.add(condition);
    conditions.addAll(correlation);
    return new Unnested(JoinRelType.ANTI, right, conditions);
  }

  private static boolean hasSubQuery(RexNode expression) {
    return RexUtil.SubQueryFinder.find(expression) != null;
  }

  private static boolean dependsOn(RelNode rel, Set<CorrelationId> variables) {
    return RelOptUtil.getVariablesUsed(rel).stream().anyMatch(variables::contains);
  }

  /**
   * Lets an expression of the subquery speak of the joined row: columns of the row around it are
   * the left ones, its own columns the right ones.
   */
  private static final class Outer extends RexShuttle {
    private final Filter filter;
    private final RexBuilder builder;

    /** Whether the row around is used otherwise than by its columns. */
    private boolean failed;

    Outer(Filter filter, RexBuilder builder) {
      this.filter = filter;
      this.builder = builder;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return new RexInputRef(ref.getIndex() + filter.getRowType().getFieldCount(), ref.getType());
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      if (access.getReferenceExpr() instanceof RexCorrelVariable variable
          && filter.getVariablesSet().contains(variable.id)) {
        return builder.makeInputRef(filter.getInput(), access.getField().getIndex());
      }
      return super.visitFieldAccess(access);
    }

    @Override
    public RexNode visitCorrelVariable(RexCorrelVariable variable) {
      failed |= filter.getVariablesSet().contains(variable.id);
      return variable;
    }
  }
}
