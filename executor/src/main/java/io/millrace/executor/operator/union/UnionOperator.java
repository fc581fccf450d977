package io.millrace.executor.operator.union;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import java.util.List;
import java.util.stream.IntStream;

/** UNION ALL: the sum of its inputs' changes. */
public final class UnionOperator implements Operator {
  private final ExecNode.UnionAll node;
  private final List<Integer> all;

  private UnionOperator(ExecNode.UnionAll node) {
    this.node = node;
    this.all = IntStream.range(0, node.rowType().size()).boxed().toList();
  }

  public static OperatorFactory factory(ExecNode.UnionAll node) {
    return context -> new UnionOperator(node);
  }

  /** Passes the columns on under the union's own names and types. */
  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    output.emit(batch.select(node.rowType(), all));
  }
}
