package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.JoinKind;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.type.TypeConverter;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;

/**
 * A join: equalities of one side with the other become the key by which both sides are distributed,
 * what is left of the condition is looked at for each pair of rows with equal keys. Without any
 * equality all rows meet on one worker.
 */
final class JoinRule implements PhysicalRule<Join> {
  @Override
  public StreamNode convert(Join join, List<StreamNode> inputs) {
    JoinKind kind = kind(join.getJoinType());
    JoinKeys keys = JoinKeys.of(join);
    StreamNode left = keys.left().addTo(inputs.get(0), join.getLeft());
    StreamNode right = keys.right().addTo(inputs.get(1), join.getRight());
    int leftSize = join.getLeft().getRowType().getFieldCount();
    int rightSize = kind.emitsPairs() ? join.getRight().getRowType().getFieldCount() : 0;
    int shift = left.rowType().size() - leftSize;
    List<Integer> columns =
        IntStream.range(0, leftSize + rightSize)
            .mapToObj(column -> column < leftSize ? column : column + shift)
            .toList();
    return new StreamJoin(
        StreamExchange.ensure(left, keys.left().columns()),
        StreamExchange.ensure(right, keys.right().columns()),
        kind,
        keys.left().columns(),
        keys.right().columns(),
        keys.nullsMatch(),
        keys.condition(shift),
        columns,
        TypeConverter.toRowType(join.getRowType()));
  }

  private static JoinKind kind(JoinRelType type) {
    return switch (type) {
      case INNER -> JoinKind.INNER;
      case LEFT -> JoinKind.LEFT;
      case RIGHT -> JoinKind.RIGHT;
      case FULL -> JoinKind.FULL;
      case SEMI -> JoinKind.SEMI;
      case ANTI -> JoinKind.ANTI;
      default ->
          throw new MillraceException(
              ErrorCode.UNSUPPORTED, "not supported in a materialized view yet: " + type + " JOIN");
    };
  }
}
