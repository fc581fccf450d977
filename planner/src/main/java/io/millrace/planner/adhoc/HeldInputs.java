package io.millrace.planner.adhoc;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableAsofJoin;
import org.apache.calcite.adapter.enumerable.EnumerableCollect;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableMatch;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.EnumerableTableFunctionScan;
import org.apache.calcite.adapter.enumerable.EnumerableUnion;
import org.apache.calcite.adapter.enumerable.EnumerableWindow;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Puts a {@link HeldPoint} before each input of which an operator of Calcite's runtime keeps rows.
 */
final class HeldInputs extends RelHomogeneousShuttle {
  /** Nodes of trees and hash tables, lists of one row, and keys that are made of it. */
  private static final int ENTRY_BYTES = 160;

  private static final int ACCUMULATOR_BYTES = 48;

  /** Aggregates whose state does not grow with the rows of a group. */
  private static final Set<SqlKind> OF_FIXED_SIZE =
      Set.of(
          SqlKind.COUNT,
          SqlKind.SUM,
          SqlKind.SUM0,
          SqlKind.AVG,
          SqlKind.MIN,
          SqlKind.MAX,
          SqlKind.ANY_VALUE,
          SqlKind.SINGLE_VALUE,
          SqlKind.LITERAL_AGG,
          SqlKind.BIT_AND,
          SqlKind.BIT_OR,
          SqlKind.BIT_XOR,
          SqlKind.ARG_MIN,
          SqlKind.ARG_MAX,
          SqlKind.COUNTIF);

  private int numbers;

  private HeldInputs() {}

  static EnumerableRel count(EnumerableRel plan) {
    return (EnumerableRel) plan.accept(new HeldInputs());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    if (rel instanceof EnumerableLimitSort sort) {
      return all(rel, 0, rows(sort.offset, sort.fetch));
    } else if (rel instanceof EnumerableSort
        || rel instanceof EnumerableWindow
        || rel instanceof EnumerableMatch
        || rel instanceof EnumerableCollect
        || rel instanceof EnumerableTableFunctionScan && !rel.getInputs().isEmpty()) {
      return all(rel, 0, List.of());
    } else if (rel instanceof EnumerableHashJoin) {
      return all(rel, 1, List.of());
    } else if (rel instanceof EnumerableAsofJoin) {
      return all(all(rel, 0, List.of()), 1, List.of());
    } else if (rel instanceof EnumerableNestedLoopJoin join && isOfAllRight(join.getJoinType())) {
      return pairs(join);
    } else if (rel instanceof EnumerableAggregate aggregate) {
      return aggregate(aggregate);
    } else if (rel instanceof EnumerableIntersect
        || rel instanceof EnumerableMinus
        || rel instanceof EnumerableUnion union && !union.all) {
      RelNode counted = rel;
      for (int i = 0; i < rel.getInputs().size(); i++) {
        counted = with(counted, i, HeldInput.Kept.GROUPS, List.of(), List.of(), ENTRY_BYTES);
      }
      return counted;
    }
    return rel;
  }

  /** The runtime makes all rows of such a join before it gives the first. */
  private static boolean isOfAllRight(JoinRelType type) {
    return type == JoinRelType.RIGHT || type == JoinRelType.FULL;
  }

  private RelNode pairs(EnumerableNestedLoopJoin join) {
    int columns = join.getRowType().getFieldCount();
    RelNode left = with(join, 0, HeldInput.Kept.PAIRS, List.of(), List.of(), 32 + 8 * columns);
    return all(left, 1, List.of());
  }

  private RelNode aggregate(EnumerableAggregate aggregate) {
    boolean growing =
        aggregate.getAggCallList().stream()
            .anyMatch(call -> !OF_FIXED_SIZE.contains(call.getAggregation().getKind()));
    if (growing) {
      return all(aggregate, 0, List.of());
    }
    if (aggregate.getGroupCount() == 0) {
      return aggregate;
    }
    int overhead = ENTRY_BYTES + ACCUMULATOR_BYTES * aggregate.getAggCallList().size();
    int sets = aggregate.getGroupType() == Aggregate.Group.SIMPLE ? 1 : aggregate.groupSets.size();
    return with(
        aggregate,
        0,
        HeldInput.Kept.GROUPS,
        aggregate.getGroupSet().asList(),
        List.of(),
        overhead * sets);
  }

  /** The rows of OFFSET and LIMIT together; empty if there is no LIMIT. */
  private static List<ScanRequest.KeyValue> rows(RexNode offset, RexNode fetch) {
    if (fetch == null) {
      return List.of();
    }
    return offset == null ? List.of(number(fetch)) : List.of(number(offset), number(fetch));
  }

  private static ScanRequest.KeyValue number(RexNode number) {
    return number instanceof RexDynamicParam parameter
        ? new ScanRequest.KeyValue.Parameter(parameter.getIndex())
        : new ScanRequest.KeyValue.Constant(RexLiteral.bigDecimalValue(number));
  }

  private RelNode all(RelNode rel, int input, List<ScanRequest.KeyValue> limit) {
    return with(rel, input, HeldInput.Kept.ALL, List.of(), limit, ENTRY_BYTES);
  }

  private RelNode with(
      RelNode rel,
      int input,
      HeldInput.Kept kept,
      List<Integer> columns,
      List<ScanRequest.KeyValue> limit,
      int overhead) {
    List<RelNode> inputs = new ArrayList<>(rel.getInputs());
    HeldInput held = new HeldInput(numbers++, kept, columns, limit, overhead);
    inputs.set(input, new HeldPoint(inputs.get(input), held));
    return rel.copy(rel.getTraitSet(), inputs);
  }
}
