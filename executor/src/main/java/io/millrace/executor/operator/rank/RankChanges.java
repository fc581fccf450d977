package io.millrace.executor.operator.rank;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RankFunction;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The changes of an epoch that are to be put out: all deletions, then all insertions, so that a
 * consumer that knows rows by some unique columns never deletes a row that has just come.
 */
final class RankChanges {
  private final boolean rankProjected;
  private final boolean ownNumbers;
  private final Deque<RankedRow> deletions = new ArrayDeque<>();
  private final Deque<RankedRow> insertions = new ArrayDeque<>();

  RankChanges(ExecNode.Rank node) {
    this.rankProjected = node.rankProjected();
    this.ownNumbers = node.function() == RankFunction.ROW_NUMBER;
  }

  Deque<RankedRow> deletions() {
    return deletions;
  }

  Deque<RankedRow> insertions() {
    return insertions;
  }

  /** Adds what differs between a partition's rows before and after, both in their order. */
  void compare(List<RankedRow> before, List<RankedRow> after) {
    int b = 0;
    int a = 0;
    while (b < before.size() || a < after.size()) {
      int order;
      if (b == before.size()) {
        order = 1;
      } else if (a == after.size()) {
        order = -1;
      } else {
        order = Arrays.compareUnsigned(before.get(b).bytes(), after.get(a).bytes());
      }
      if (order < 0) {
        all(before.get(b++), -1);
      } else if (order > 0) {
        all(after.get(a++), 1);
      } else {
        same(before.get(b++), after.get(a++));
      }
    }
  }

  private void same(RankedRow before, RankedRow after) {
    if (!rankProjected || !ownNumbers && before.rank() == after.rank()) {
      add(after.bytes(), after.rank(), after.count() - before.count());
    } else if (!ownNumbers) {
      all(before, -1);
      all(after, 1);
    } else {
      outside(before, after, -1);
      outside(after, before, 1);
    }
  }

  /** The numbers that one has and the other has not. */
  private void outside(RankedRow row, RankedRow other, int sign) {
    long end = row.rank() + row.count();
    for (long rank = row.rank(); rank < end; rank++) {
      if (rank < other.rank() || rank >= other.rank() + other.count()) {
        add(row.bytes(), rank, sign);
      }
    }
  }

  private void all(RankedRow row, int sign) {
    if (rankProjected && ownNumbers) {
      for (long i = 0; i < row.count(); i++) {
        add(row.bytes(), row.rank() + i, sign);
      }
    } else {
      add(row.bytes(), row.rank(), sign * row.count());
    }
  }

  private void add(byte[] bytes, long rank, long count) {
    if (count < 0) {
      deletions.add(new RankedRow(bytes, rank, count));
    } else if (count > 0) {
      insertions.add(new RankedRow(bytes, rank, count));
    }
  }
}
