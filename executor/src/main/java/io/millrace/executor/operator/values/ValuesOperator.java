package io.millrace.executor.operator.values;

import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Puts constant rows out once in the life of its relation: in the first epoch, on worker 0. A
 * record in its state remembers that they are out.
 */
public final class ValuesOperator implements Operator {
  private static final RowType NO_COLUMNS = RowType.of();

  private final ExecNode.Values node;
  private final List<CalcProgram> programs;
  private final OperatorContext context;
  private final RecordTable emitted;
  private int nextRow;

  private ValuesOperator(
      ExecNode.Values node, List<CalcProgram> programs, OperatorContext context) {
    this.node = node;
    this.programs = programs;
    this.context = context;
    this.emitted =
        context
            .state()
            .records(
                "emitted", new RecordLayout(List.of(), 1, List.of()), new Redistribution.Single());
    this.nextRow = context.worker() == 0 && emitted.size() == 0 ? 0 : node.rows().size();
  }

  /** Compiles the expressions of all rows. */
  public static OperatorFactory factory(ExecNode.Values node) {
    List<CalcProgram> programs = new ArrayList<>();
    for (List<ScalarExpression> row : node.rows()) {
      List<JavaExpression> expressions = new ArrayList<>();
      row.forEach(expression -> expressions.add((JavaExpression) expression));
      programs.add(ExpressionCompiler.compile(NO_COLUMNS, null, expressions));
    }
    return context -> new ValuesOperator(node, programs, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    throw new IllegalStateException("Values have no input");
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    int rows = node.rows().size();
    if (nextRow == rows) {
      return true;
    }
    int count = Math.min(rows - nextRow, OperatorContext.BATCH_ROWS);
    output.emit(rows(nextRow, count));
    nextRow += count;
    if (nextRow < rows) {
      return false;
    }
    markEmitted();
    return true;
  }

  private ChangeBatch rows(int first, int count) {
    FieldVector[] all = ArrowTypes.newVectors(node.rowType(), context.allocator());
    for (FieldVector column : all) {
      column.setInitialCapacity(count);
      column.allocateNew();
    }
    for (int i = 0; i < count; i++) {
      FieldVector[] one = ArrowTypes.newVectors(expressionTypes(first + i), context.allocator());
      int row = first + i;
      for (FieldVector column : one) {
        column.setInitialCapacity(1);
        column.allocateNew();
      }
      programs
          .get(row)
          .project(
              new FieldVector[0],
              null,
              1,
              one,
              (number, cause) ->
                  context.errors().valueFailed(expression(row, number - 1).display(), cause));
      for (int c = 0; c < one.length; c++) {
        one[c].setValueCount(1);
        all[c].copyFromSafe(0, i, one[c]);
        one[c].close();
      }
    }
    for (FieldVector column : all) {
      column.setValueCount(count);
    }
    return ChangeBatch.of(node.rowType(), all, null, count);
  }

  /** The columns in the types of one row's expressions, which may differ in nullability. */
  private RowType expressionTypes(int row) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < node.rowType().size(); c++) {
      DataType type = expression(row, c).type();
      columns.add(new Column(node.rowType().column(c).name(), type));
    }
    return new RowType(columns);
  }

  private JavaExpression expression(int row, int column) {
    return (JavaExpression) node.rows().get(row).get(column);
  }

  private void markEmitted() {
    int[] slot = new int[1];
    KeyBatch keys = new KeyBatch(List.of());
    ChangeBatch one = ChangeBatch.of(NO_COLUMNS, new FieldVector[0], null, 1);
    keys.load(one, List.of());
    emitted.findOrAdd(keys, slot);
    emitted.writablePage(slot[0])[emitted.offset(slot[0])] = 1;
    one.release();
  }
}
