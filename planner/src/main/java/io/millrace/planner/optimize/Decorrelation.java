package io.millrace.planner.optimize;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/**
 * Which plans Calcite's decorrelation (1.42.0) turns into others that have other rows:
 *
 * <ul>
 *   <li>A subquery uses a column of the row around it in two places, and in the upper one another
 *       column too: the places get rows of their own, which nothing keeps together.
 *   <li>The row around is one of an outer join or an anti-join, another subquery's too, by a column
 *       that can be NULL and that the subquery uses other than by {@code =}: the column is taken
 *       for one that is never NULL.
 *   <li>A window function numbers rows of a subquery that depend on the row around: those of all
 *       rows around are numbered together.
 *   <li>A subquery in a subquery uses the outermost row.
 * </ul>
 */
public final class Decorrelation {
  private Decorrelation() {}

  /**
   * @param plan with {@link Correlate}s in place of subqueries
   */
  public static boolean confuses(RelNode plan) {
    Walk walk = new Walk();
    walk.columns(plan);
    return walk.confused;
  }

  /** A column of the row around a subquery. */
  private record Column(CorrelationId row, int index, boolean nullable) {}

  private static final class Walk {
    /** Columns whose values are drawn from the rows around, as no equality has them. */
    private final Set<Column> drawn = new HashSet<>();

    /** The rows around that are joined by an equality. */
    private final Set<CorrelationId> matched = new HashSet<>();

    private boolean confused;

    /** The columns of rows around that a node depends on. */
    Set<Column> columns(RelNode rel) {
      if (rel instanceof Correlate correlate) {
        return correlated(correlate);
      }
      Set<Column> below = new HashSet<>();
      rel.getInputs().forEach(input -> below.addAll(columns(input)));
      Set<Column> own = used(rel);
      boolean more = !below.containsAll(own);
      confused |= more && own.stream().anyMatch(below::contains);
      confused |= !below.isEmpty() && rel instanceof Project project && project.containsOver();
      if (more && !(rel instanceof Filter filter && areEqual(own, filter))) {
        drawn.addAll(own);
      }
      below.addAll(own);
      return below;
    }

    private Set<Column> correlated(Correlate correlate) {
      CorrelationId row = correlate.getCorrelationId();
      Set<Column> left = columns(correlate.getLeft());
      Set<Column> columns = columns(correlate.getRight());
      confused |= columns.stream().anyMatch(column -> !column.row.equals(row));
      confused |=
          drawn.stream().anyMatch(column -> column.row.equals(row) && column.nullable)
              && keepsUnmatched(correlate.getLeft());
      if (!drawn.containsAll(columns)) {
        matched.add(row);
      }
      columns.removeIf(column -> column.row.equals(row));
      columns.addAll(left);
      return columns;
    }

    private Set<Column> used(RelNode rel) {
      Set<Column> used = new HashSet<>();
      rel.accept(
          new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              if (access.getReferenceExpr() instanceof RexCorrelVariable row) {
                used.add(
                    new Column(
                        row.id, access.getField().getIndex(), access.getType().isNullable()));
                return access;
              }
              return super.visitFieldAccess(access);
            }

            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable row) {
              confused = true;
              return row;
            }
          });
      return used;
    }

    /** Whether rows may come through a join by an equality that is not true for them. */
    private boolean keepsUnmatched(RelNode rel) {
      boolean keeps =
          rel instanceof Join join && mayBeUnmatched(join.getJoinType())
              || rel instanceof Correlate correlate
                  && matched.contains(correlate.getCorrelationId())
                  && mayBeUnmatched(correlate.getJoinType());
      boolean looksThrough =
          rel instanceof Join
              || rel instanceof Correlate
              || rel instanceof Project
              || rel instanceof Filter
              || rel instanceof Aggregate;
      return keeps || looksThrough && rel.getInputs().stream().anyMatch(this::keepsUnmatched);
    }
  }

  /** Whether each of the columns is equal to a value of the filter's rows. */
  private static boolean areEqual(Set<Column> columns, Filter filter) {
    Set<Column> equal = new HashSet<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      if (condition.getKind() == SqlKind.EQUALS) {
        for (RexNode operand : ((RexCall) condition).getOperands()) {
          if (operand instanceof RexFieldAccess access
              && access.getReferenceExpr() instanceof RexCorrelVariable row) {
            equal.add(
                new Column(row.id, access.getField().getIndex(), access.getType().isNullable()));
          }
        }
      }
    }
    return equal.containsAll(columns);
  }

  private static boolean mayBeUnmatched(JoinRelType type) {
    return type != JoinRelType.INNER && type != JoinRelType.SEMI;
  }
}
