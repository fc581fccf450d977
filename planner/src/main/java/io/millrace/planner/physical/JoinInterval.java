package io.millrace.planner.physical;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * How far apart in time the rows are that a join brings together: the left time less the right one,
 * in the unit of both.
 *
 * @param left a column of the left input
 * @param right a column of the right input
 */
public record JoinInterval(int left, int right, long least, long greatest) {
  private record Pair(int left, int right) {}

  private record Bounds(long least, long greatest) {
    static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

    Bounds and(Bounds other) {
      return new Bounds(Math.max(least, other.least), Math.min(greatest, other.greatest));
    }

    boolean areBoth() {
      return least != Long.MIN_VALUE && greatest != Long.MAX_VALUE;
    }
  }

  /** A column of both inputs side by side, and what is added to it. */
  private record Term(int column, long plus) {}

  /** The interval that a join's keys and condition say of event times, if they bound it. */
  public static Optional<JoinInterval> of(StreamJoin join) {
    int leftSize = join.left().rowType().size();
    Map<Pair, Bounds> bounds = new HashMap<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      if (!join.nullKeysMatch().get(i)) {
        Pair pair = new Pair(join.leftKeys().get(i), join.rightKeys().get(i));
        bounds.merge(pair, new Bounds(0, 0), Bounds::and);
      }
    }
    if (join.condition() != null) {
      for (RexNode conjunct : RelOptUtil.conjunctions(join.condition())) {
        if (conjunct instanceof RexCall comparison && comparison.getOperands().size() == 2) {
          add(bounds, comparison, leftSize, join);
        }
      }
    }
    return bounds.entrySet().stream()
        .filter(entry -> entry.getValue().areBoth())
        .filter(entry -> join.left().eventTimes().containsKey(entry.getKey().left()))
        .filter(entry -> join.right().eventTimes().containsKey(entry.getKey().right()))
        .map(
            entry ->
                new JoinInterval(
                    entry.getKey().left(),
                    entry.getKey().right(),
                    entry.getValue().least(),
                    entry.getValue().greatest()))
        .min(Comparator.comparingInt(JoinInterval::left).thenComparingInt(JoinInterval::right));
  }

  private static void add(
      Map<Pair, Bounds> bounds, RexCall comparison, int leftSize, StreamJoin join) {
    Optional<Term> first = term(comparison.getOperands().get(0));
    Optional<Term> second = term(comparison.getOperands().get(1));
    if (first.isEmpty() || second.isEmpty()) {
      return;
    }
    SqlKind kind = comparison.getKind();
    Term left = first.get();
    Term right = second.get();
    if (left.column() >= leftSize) {
      left = second.get();
      right = first.get();
      kind = kind.reverse();
    }
    if (left.column() >= leftSize
        || right.column() < leftSize
        || unit(join.left(), left.column()) == null
        || unit(join.left(), left.column()) != unit(join.right(), right.column() - leftSize)) {
      return;
    }
    long apart = right.plus() - left.plus();
    Bounds said =
        switch (kind) {
          case LESS_THAN, LESS_THAN_OR_EQUAL -> new Bounds(Long.MIN_VALUE, apart);
          case GREATER_THAN, GREATER_THAN_OR_EQUAL -> new Bounds(apart, Long.MAX_VALUE);
          case EQUALS -> new Bounds(apart, apart);
          default -> Bounds.NONE;
        };
    bounds.merge(new Pair(left.column(), right.column() - leftSize), said, Bounds::and);
  }

  private static TimestampUnit unit(StreamNode input, int column) {
    DataType type = input.rowType().type(column);
    return type.kind() == TypeKind.TIMESTAMP ? TimestampUnit.of(type) : null;
  }

  private static Optional<Term> term(RexNode expression) {
    if (expression instanceof RexInputRef column) {
      return Optional.of(new Term(column.getIndex(), 0));
    }
    boolean plus = expression.getKind() == SqlKind.PLUS;
    if (!plus && expression.getKind() != SqlKind.MINUS
        || expression.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP) {
      return Optional.empty();
    }
    RexCall sum = (RexCall) expression;
    if (sum.getOperands().size() != 2
        || !(sum.getOperands().get(0) instanceof RexInputRef column)
        || !(sum.getOperands().get(1) instanceof RexLiteral interval)
        || !SqlTypeName.DAY_INTERVAL_TYPES.contains(interval.getType().getSqlTypeName())) {
      return Optional.empty();
    }
    long perMilli = TimestampUnit.of(column.getType().getPrecision()).perMilli();
    long millis = interval.getValueAs(BigDecimal.class).longValueExact();
    // Further than any two times are apart, or nearly: that bounds nothing.
    if (Math.abs(millis) > Long.MAX_VALUE / 4 / perMilli) {
      return Optional.empty();
    }
    long units = millis * perMilli;
    return Optional.of(new Term(column.getIndex(), plus ? units : -units));
  }
}
