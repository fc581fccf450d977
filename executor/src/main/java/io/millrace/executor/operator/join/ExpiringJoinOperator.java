package io.millrace.executor.operator.join;

import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.watermark.OpenRows;
import io.millrace.executor.operator.watermark.PastTimes;
import io.millrace.executor.state.KeyBatch;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;

/**
 * An inner join of two inputs whose rows only come, which forgets a row when no row can come any
 * more that matches it, whether or not anything of its key still comes. Beside the join's own state
 * it keeps the rows by their times. Filters before it keep late rows away.
 */
public final class ExpiringJoinOperator implements Operator {
  private final Operator join;
  private final JoinOperator state;
  private final OperatorContext context;
  private final List<Side> sides;
  private long watermark = Barrier.NO_WATERMARK;

  private record Side(
      EventTime past, TimestampUnit unit, OpenRows open, List<Integer> keyColumns, KeyBatch keys) {
    static Side of(
        String name,
        EventTime past,
        RowType rowType,
        List<Integer> keyColumns,
        OperatorContext context) {
      List<Integer> all = IntStream.range(0, rowType.size()).boxed().toList();
      return new Side(
          past,
          TimestampUnit.of(rowType.type(past.column())),
          new OpenRows(rowType, all, keyColumns, past, context, name),
          keyColumns,
          new KeyBatch(keyColumns.stream().map(rowType::type).toList()));
    }
  }

  private ExpiringJoinOperator(
      ExecNode.Join node,
      RowType left,
      RowType right,
      OperatorFactory factory,
      OperatorContext context) {
    this.join = factory.create(context);
    this.state = (JoinOperator) join;
    this.context = context;
    this.sides =
        List.of(
            Side.of("open-left", node.leftPast(), left, node.leftKeys(), context),
            Side.of("open-right", node.rightPast(), right, node.rightKeys(), context));
  }

  /**
   * As {@link JoinOperator#factory}.
   *
   * @param node says when rows are past
   */
  public static OperatorFactory factory(ExecNode.Join node, RowType left, RowType right) {
    OperatorFactory join = JoinOperator.factory(node, left, right);
    return context -> new ExpiringJoinOperator(node, left, right, join, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    Side side = sides.get(input);
    ChangeBatch timed = withTime(batch, side.past.column());
    try {
      side.keys.load(timed, side.keyColumns);
      for (int row = 0; row < timed.rowCount(); row++) {
        side.open.add(side.keys.hash(row), timed, row);
      }
      if (timed.rowCount() > 0) {
        join.process(input, timed, output);
      }
    } finally {
      timed.release();
    }
  }

  /** The rows that have a time: others match nothing. */
  private ChangeBatch withTime(ChangeBatch batch, int column) {
    FieldVector times = batch.column(column);
    if (times.getNullCount() == 0) {
      return batch.retain();
    }
    int[] rows = IntStream.range(0, batch.rowCount()).filter(row -> !times.isNull(row)).toArray();
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = VectorGather.gather(batch.column(i), rows, rows.length, context.allocator());
    }
    return ChangeBatch.of(batch.rowType(), columns, null, rows.length);
  }

  @Override
  public boolean proceed(Output output) {
    return join.proceed(output);
  }

  @Override
  public void advance(long newWatermark) {
    watermark = newWatermark;
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    for (int i = 0; i < sides.size(); i++) {
      Side side = sides.get(i);
      long past = PastTimes.upTo(watermark, side.past.delay(), side.unit);
      ChangeBatch gone = side.open.gone(past, OperatorContext.BATCH_ROWS);
      if (gone != null) {
        try {
          state.forget(i, gone);
        } finally {
          gone.release();
        }
        return false;
      }
    }
    return join.finishEpoch(epoch, output);
  }

  @Override
  public void close() {
    join.close();
  }
}
