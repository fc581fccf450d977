package io.millrace.executor.operator.calc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Filters and projects. Weights pass through. Columns that are passed on are shared with the input
 * when all rows pass and copied otherwise.
 */
public final class CalcOperator implements Operator {
  private final ExecNode.Calc node;
  private final CalcProgram program;
  private final List<JavaExpression> computed;
  private final BufferAllocator allocator;
  private final CalcProgram.Failures failures;
  private int[] selection = new int[OperatorContext.BATCH_ROWS];

  private CalcOperator(
      ExecNode.Calc node,
      CalcProgram program,
      List<JavaExpression> computed,
      OperatorContext context) {
    this.node = node;
    this.program = program;
    this.computed = computed;
    this.allocator = context.allocator();
    this.failures = (expression, cause) -> context.errors().valueFailed(display(expression), cause);
  }

  /**
   * Compiles the node's expressions, once for all shards.
   *
   * @throws MillraceException INTERNAL_ERROR if the plan's source does not compile
   */
  public static OperatorFactory factory(ExecNode.Calc node, RowType inputType) {
    if (node.condition() != null && node.changelog() == ChangelogMode.UPSERT) {
      // A row that stops passing would have to become a deletion, which needs its old image.
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "A filter cannot read a stream of upserts.");
    }
    List<JavaExpression> computed = new ArrayList<>();
    for (ScalarExpression projection : node.projections()) {
      if (projection instanceof JavaExpression expression) {
        computed.add(expression);
      }
    }
    CalcProgram program =
        computed.isEmpty() && node.condition() == null
            ? null
            : ExpressionCompiler.compile(inputType, node.condition(), computed);
    return context -> new CalcOperator(node, program, List.copyOf(computed), context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int rowCount = batch.rowCount();
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    int count = rowCount;
    if (node.condition() != null) {
      if (selection.length < rowCount) {
        selection = new int[rowCount];
      }
      count = program.filter(columns, rowCount, selection, failures);
      if (count == 0) {
        return;
      }
    }
    FieldVector[] results = compute(columns, count == rowCount ? null : selection, count);
    output.emit(
        count == rowCount ? passAll(batch, results) : passSome(batch, columns, results, count));
  }

  private FieldVector[] compute(FieldVector[] columns, int[] rows, int count) {
    FieldVector[] results = new FieldVector[computed.size()];
    int next = 0;
    for (int i = 0; i < node.projections().size(); i++) {
      if (node.projections().get(i) instanceof JavaExpression) {
        FieldVector result = ArrowTypes.newVector(node.rowType().column(i), allocator);
        result.setInitialCapacity(count);
        result.allocateNew();
        results[next++] = result;
      }
    }
    if (next > 0) {
      program.project(columns, rows, count, results, failures);
      for (FieldVector result : results) {
        result.setValueCount(count);
      }
    }
    return results;
  }

  private ChangeBatch passAll(ChangeBatch batch, FieldVector[] results) {
    FieldVector[] columns = new FieldVector[node.projections().size()];
    int next = 0;
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          node.projections().get(i) instanceof InputReference reference
              ? batch.column(reference.index())
              : results[next++];
    }
    return batch.derive(node.rowType(), columns, results);
  }

  private ChangeBatch passSome(
      ChangeBatch batch, FieldVector[] input, FieldVector[] results, int count) {
    FieldVector[] columns = new FieldVector[node.projections().size()];
    int next = 0;
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          node.projections().get(i) instanceof InputReference reference
              ? VectorGather.gather(input[reference.index()], selection, count, allocator)
              : results[next++];
    }
    return ChangeBatch.of(
        node.rowType(),
        columns,
        VectorGather.gatherWeights(batch.weights(), selection, count, allocator),
        count);
  }

  private String display(int expression) {
    return expression == 0
        ? ((JavaExpression) node.condition()).display()
        : computed.get(expression - 1).display();
  }
}
