package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;

/**
 * Puts out late rows only: what a {@link LateFilterOperator} beside it, which gets the same rows
 * and watermarks, drops.
 */
public final class LateRowsOperator implements Operator {
  private final ExecNode.LateRows node;
  private final RowsByLateness rows;

  private LateRowsOperator(ExecNode.LateRows node, RowType input, OperatorContext context) {
    this.node = node;
    this.rows = new RowsByLateness(node.time(), input, context);
  }

  public static OperatorFactory factory(ExecNode.LateRows node, RowType input) {
    return context -> new LateRowsOperator(node, input, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int late = rows.select(batch, true);
    if (late > 0) {
      output.emit(rows.gather(batch, late, node.columns(), node.rowType()));
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
