package io.millrace.executor.operator.join;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.packed.PackedLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * What is fixed about one input of a join.
 *
 * @param number 0 for the left one, 1 for the right one
 * @param keys its join key columns
 * @param packed the columns that are kept: all but those whose values the other side's key has
 * @param emitsUnmatched whether its rows without a match are put out
 * @param emitsMatched whether its rows with a match are put out, by themselves
 * @param keepsRows whether more is kept than how many rows a key has
 */
record JoinSide(
    int number,
    RowType rowType,
    List<Integer> keys,
    PackedLayout packed,
    boolean emitsUnmatched,
    boolean emitsMatched,
    boolean keepsRows) {

  static JoinSide of(ExecNode.Join node, int number, RowType rowType) {
    boolean left = number == 0;
    List<Integer> keys = left ? node.leftKeys() : node.rightKeys();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < rowType.size(); i++) {
      if (!keys.contains(i) || !isExact(rowType.type(i))) {
        kept.add(i);
      }
    }
    JoinKind kind = node.kind();
    return new JoinSide(
        number,
        rowType,
        keys,
        new PackedLayout(rowType, kept),
        left ? kind.emitsUnmatchedLeft() : kind.emitsUnmatchedRight(),
        left && kind == JoinKind.SEMI,
        left || kind.emitsPairs() || node.condition() != null);
  }

  /** Whether equal values look the same. */
  private static boolean isExact(DataType type) {
    return switch (type.kind()) {
      case REAL, DOUBLE -> false;
      default -> true;
    };
  }

  /** Whether its rows are put out by themselves when they get or lose their matches. */
  boolean dependsOnMatches() {
    return emitsUnmatched || emitsMatched;
  }

  /**
   * How rows with or without a match are put out by themselves.
   *
   * @return 1 if they are there, 0 if not
   */
  int emitted(boolean matched) {
    return (matched ? emitsMatched : emitsUnmatched) ? 1 : 0;
  }
}
