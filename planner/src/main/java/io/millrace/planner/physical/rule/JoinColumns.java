package io.millrace.planner.physical.rule;

import io.millrace.planner.physical.StreamCalc;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Takes from a join the output columns that nobody reads, and from its inputs those that it does
 * not need any more, for instance because only a filter below it has read them: what a join keeps
 * and what travels to it is what costs.
 */
final class JoinColumns {
  private JoinColumns() {}

  /**
   * The join with some of its output columns.
   *
   * @param kept positions in {@link StreamJoin#columns}
   */
  static StreamNode narrowed(StreamJoin wide, List<Integer> kept) {
    StreamJoin join = wide.project(kept);
    if (join.leftPast() != null) {
      return join; // its late filters are in between, and the optimizer has pruned columns
    }
    int leftSize = join.left().rowType().size();
    TreeSet<Integer> needed = new TreeSet<>(join.columns());
    needed.addAll(join.leftKeys());
    join.rightKeys().forEach(key -> needed.add(leftSize + key));
    if (join.condition() != null) {
      RelOptUtil.InputFinder.bits(join.condition()).forEach(needed::add);
    }
    List<Integer> left = new ArrayList<>(needed.headSet(leftSize));
    List<Integer> right = needed.tailSet(leftSize).stream().map(c -> c - leftSize).toList();
    StreamNode newLeft = narrowed(join.left(), left);
    StreamNode newRight = narrowed(join.right(), right);
    if (newLeft == join.left() && newRight == join.right()) {
      return join;
    }
    List<Integer> places = new ArrayList<>();
    places(places, newLeft == join.left() ? null : left, 0, leftSize);
    places(
        places,
        newRight == join.right() ? null : right,
        newLeft.rowType().size(),
        join.right().rowType().size());
    int newLeftSize = newLeft.rowType().size();
    return new StreamJoin(
        newLeft,
        newRight,
        join.kind(),
        join.leftKeys().stream().map(places::get).toList(),
        join.rightKeys().stream().map(key -> places.get(leftSize + key) - newLeftSize).toList(),
        join.nullKeysMatch(),
        moved(join.condition(), places),
        join.columns().stream().map(places::get).toList(),
        join.rowType());
  }

  /** Adds where each of an input's columns is now; -1 if it is gone. */
  private static void places(List<Integer> places, List<Integer> kept, int first, int count) {
    for (int column = 0; column < count; column++) {
      int place = kept == null ? column : Collections.binarySearch(kept, column);
      places.add(place < 0 ? -1 : first + place);
    }
  }

  private static RexNode moved(RexNode condition, List<Integer> places) {
    return condition == null
        ? null
        : condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(places.get(ref.getIndex()), ref.getType());
              }
            });
  }

  /** The input with some of its columns, or itself where all are needed or it makes them itself. */
  private static StreamNode narrowed(StreamNode input, List<Integer> kept) {
    if (kept.size() == input.rowType().size() || kept.isEmpty()) {
      return input;
    }
    if (input instanceof StreamExchange exchange) {
      StreamNode below = narrowed(exchange.input(), kept);
      return below == exchange.input()
          ? input
          : StreamExchange.ensure(
              below,
              exchange.keys().stream().map(key -> Collections.binarySearch(kept, key)).toList());
    }
    if (input instanceof StreamScan scan) {
      return new StreamScan(scan.relation(), kept.stream().map(scan.columns()::get).toList());
    }
    if (input instanceof StreamCalc calc) {
      return Calcs.pruned(
          new StreamCalc(
              calc.input(),
              calc.condition(),
              kept.stream().map(calc.projections()::get).toList(),
              calc.rowType().project(kept)));
    }
    return input instanceof StreamJoin join ? narrowed(join, kept) : input;
  }
}
