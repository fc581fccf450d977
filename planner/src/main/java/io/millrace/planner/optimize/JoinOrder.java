package io.millrace.planner.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Inner joins in an order in which each has an equality, where there is one and the order of FROM
 * is none: {@code FROM a, b, c WHERE a.x = c.x AND b.y = c.y} joins a with c and then with b, not
 * every a with every b. Otherwise the order stays.
 */
final class JoinOrder extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode rel) {
    if (!isInner(rel)) {
      return super.visit(rel);
    }
    List<RelNode> factors = new ArrayList<>();
    List<RexNode> conditions = new ArrayList<>();
    collect((Join) rel, 0, factors, conditions);
    List<RelNode> visited = factors.stream().map(factor -> factor.accept(this)).toList();
    Factors all = new Factors(visited, conditions);
    List<Integer> order = all.order();
    boolean asWritten = true;
    for (int i = 0; i < order.size(); i++) {
      asWritten &= order.get(i) == i;
    }
    return asWritten ? super.visit(rel) : all.join(order, (Join) rel);
  }

  private static boolean isInner(RelNode rel) {
    return rel instanceof Join join && join.getJoinType() == JoinRelType.INNER;
  }

  /** Takes joins apart; conditions count columns from the first factor on. */
  private static void collect(
      Join join, int first, List<RelNode> factors, List<RexNode> conditions) {
    RelOptUtil.conjunctions(join.getCondition())
        .forEach(condition -> conditions.add(RexUtil.shift(condition, first)));
    int next = first;
    for (RelNode input : join.getInputs()) {
      if (isInner(input)) {
        collect((Join) input, next, factors, conditions);
      } else {
        factors.add(input);
      }
      next += input.getRowType().getFieldCount();
    }
  }

  /** What is joined, and on what. */
  private static final class Factors {
    private final List<RelNode> factors;
    private final List<RexNode> conditions;
    private final List<ImmutableBitSet> columns = new ArrayList<>();

    Factors(List<RelNode> factors, List<RexNode> conditions) {
      this.factors = factors;
      this.conditions = conditions;
      int next = 0;
      for (RelNode factor : factors) {
        int end = next + factor.getRowType().getFieldCount();
        columns.add(ImmutableBitSet.range(next, end));
        next = end;
      }
    }

    /** The first factor that is left, then always the first one with an equality with those. */
    List<Integer> order() {
      List<Integer> order = new ArrayList<>(List.of(0));
      ImmutableBitSet joined = columns.get(0);
      while (order.size() < factors.size()) {
        int next = -1;
        for (int i = 0; i < factors.size() && next < 0; i++) {
          if (!order.contains(i) && isEquated(joined, columns.get(i))) {
            next = i;
          }
        }
        for (int i = 0; next < 0; i++) {
          next = order.contains(i) ? -1 : i;
        }
        order.add(next);
        joined = joined.union(columns.get(next));
      }
      return order;
    }

    private boolean isEquated(ImmutableBitSet joined, ImmutableBitSet factor) {
      for (RexNode condition : conditions) {
        if (condition.getKind() == SqlKind.EQUALS) {
          List<RexNode> operands = ((RexCall) condition).getOperands();
          ImmutableBitSet first = RelOptUtil.InputFinder.bits(operands.get(0));
          ImmutableBitSet second = RelOptUtil.InputFinder.bits(operands.get(1));
          if (!first.isEmpty()
              && !second.isEmpty()
              && (joined.contains(first) && factor.contains(second)
                  || joined.contains(second) && factor.contains(first))) {
            return true;
          }
        }
      }
      return false;
    }

    /** Joins in this order, and brings the columns back into the old one. */
    RelNode join(List<Integer> order, Join top) {
      RexBuilder builder = top.getCluster().getRexBuilder();
      int[] places = new int[top.getRowType().getFieldCount()];
      List<RexNode> left = new ArrayList<>(conditions);
      RelNode result = null;
      ImmutableBitSet joined = ImmutableBitSet.of();
      int size = 0;
      for (int factor : order) {
        for (int column : columns.get(factor)) {
          places[column] = size++;
        }
        joined = joined.union(columns.get(factor));
        result =
            result == null
                ? factors.get(factor)
                : LogicalJoin.create(
                    result,
                    factors.get(factor),
                    List.of(),
                    RexUtil.composeConjunction(builder, takeReady(left, joined, places)),
                    Set.of(),
                    JoinRelType.INNER);
      }
      List<RexNode> restored = new ArrayList<>();
      for (int place : places) {
        restored.add(builder.makeInputRef(result, place));
      }
      return LogicalProject.create(
          result, List.of(), restored, top.getRowType().getFieldNames(), Set.of());
    }

    /** Takes out the conditions over columns that are there. */
    private static List<RexNode> takeReady(
        List<RexNode> left, ImmutableBitSet joined, int[] places) {
      List<RexNode> ready = new ArrayList<>();
      for (RexNode condition : List.copyOf(left)) {
        if (joined.contains(RelOptUtil.InputFinder.bits(condition))) {
          left.remove(condition);
          ready.add(
              condition.accept(
                  new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                      return new RexInputRef(places[ref.getIndex()], ref.getType());
                    }
                  }));
        }
      }
      return ready;
    }
  }
}
