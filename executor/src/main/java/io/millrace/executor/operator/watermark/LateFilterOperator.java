package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.Redistribution;
import org.apache.arrow.vector.FieldVector;

/**
 * Drops late rows and counts them. It stands before an operator that acts on the watermark and
 * keeps the watermark in its state, so that after a restart, too, no row comes to a time that the
 * operator is done with.
 */
public final class LateFilterOperator implements Operator {
  private final ExecNode.LateFilter node;
  private final OperatorContext context;
  private final KeptWatermark kept;
  private final TimestampUnit unit;
  private long next = Barrier.NO_WATERMARK;
  private int[] onTime = {};

  private LateFilterOperator(ExecNode.LateFilter node, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.unit = TimestampUnit.of(node.rowType().type(node.time().column()));
    this.kept =
        new KeptWatermark(context.state().ordered("watermark", new Redistribution.Broadcast()));
  }

  public static OperatorFactory factory(ExecNode.LateFilter node) {
    return context -> new LateFilterOperator(node, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    long past = PastTimes.upTo(kept.get(), node.time().delay(), unit);
    int count = batch.rowCount();
    if (past == PastTimes.NONE) {
      output.emit(batch.retain());
      return;
    }
    if (onTime.length < count) {
      onTime = new int[count];
    }
    int selected = 0;
    for (int row = 0; row < count; row++) {
      if (PastTimes.of(batch, node.time().column(), row) > past) {
        onTime[selected++] = row;
      }
    }
    if (selected == count) {
      output.emit(batch.retain());
      return;
    }
    context.errors().lateRows(count - selected);
    if (selected > 0) {
      output.emit(selected(batch, selected));
    }
  }

  private ChangeBatch selected(ChangeBatch batch, int count) {
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = VectorGather.gather(batch.column(i), onTime, count, context.allocator());
    }
    return ChangeBatch.of(
        batch.rowType(),
        columns,
        VectorGather.gatherWeights(batch.weights(), onTime, count, context.allocator()),
        count);
  }

  @Override
  public void advance(long watermark) {
    next = watermark;
  }

  /** All rows of the epoch have come: the new watermark holds for those of the next. */
  @Override
  public boolean finishEpoch(long epoch, Output output) {
    kept.advance(next);
    return true;
  }
}
