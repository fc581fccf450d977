package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Drops late rows and counts them. It stands before an operator that acts on the watermark and
 * keeps the watermark in its state, so that after a restart, too, no row comes to a time that the
 * operator is done with.
 */
public final class LateFilterOperator implements Operator {
  private final ExecNode.LateFilter node;
  private final OperatorContext context;
  private final RowsByLateness rows;
  private final List<Integer> columns;

  private LateFilterOperator(ExecNode.LateFilter node, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.rows = new RowsByLateness(node.time(), node.rowType(), context);
    this.columns = IntStream.range(0, node.rowType().size()).boxed().toList();
  }

  public static OperatorFactory factory(ExecNode.LateFilter node) {
    return context -> new LateFilterOperator(node, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int onTime = rows.select(batch, false);
    if (onTime == batch.rowCount()) {
      output.emit(batch.retain());
      return;
    }
    context.errors().lateRows(batch.rowCount() - onTime);
    if (onTime > 0) {
      output.emit(rows.gather(batch, onTime, columns, batch.rowType()));
    }
  }

  @Override
  public void advance(long watermark) {
    rows.advance(watermark);
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    rows.finishEpoch();
    return true;
  }
}
