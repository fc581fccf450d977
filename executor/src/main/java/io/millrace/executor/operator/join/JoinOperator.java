package io.millrace.executor.operator.join;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Joins two inputs. A batch of one side is joined with what the other side holds at that moment,
 * and then kept itself, so that each pair of rows meets once, in whatever order they come. A row is
 * matched as long as the weights of the rows that match it sum up to more than 0; when that
 * changes, the row by itself comes or goes.
 *
 * <p>A row may have very many matches. They are put out batch by batch, as there is room; batches
 * that come in the meantime wait.
 */
public final class JoinOperator implements Operator {
  private final OperatorContext context;
  private final InputJoin[] inputs;
  private final SideState[] states;
  private final CountedOutput counted = new CountedOutput();

  /** A batch that is held. */
  private record Waiting(int input, ChangeBatch batch) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /** The batch that is being joined, or null. */
  private Waiting current;

  private JoinOperator(Program program, OperatorContext context) {
    this.context = context;
    this.states = new SideState[2];
    for (int i = 0; i < 2; i++) {
      JoinSide side = program.sides.get(i);
      states[i] =
          new SideState(
              context.state(),
              i == 0 ? "left" : "right",
              program.keyTypes,
              side.keepsRows(),
              program.condition != null && side.dependsOnMatches());
    }
    this.inputs = new InputJoin[2];
    for (int i = 0; i < 2; i++) {
      inputs[i] = new InputJoin(program, i, states[i], states[1 - i], context);
    }
  }

  /** What all shards share. */
  record Program(
      ExecNode.Join node, List<JoinSide> sides, List<DataType> keyTypes, CalcProgram condition) {
    /** The rows of both sides side by side, as the condition reads them. */
    RowType pairType() {
      List<Column> columns = new ArrayList<>(sides.get(0).rowType().columns());
      columns.addAll(sides.get(1).rowType().columns());
      return new RowType(columns);
    }

    boolean appendOnly() {
      return node.changelog() == ChangelogMode.APPEND;
    }

    String display() {
      return node.condition() instanceof JavaExpression java ? java.display() : "";
    }
  }

  /**
   * Compiles the node's condition, once for all shards.
   *
   * @throws MillraceException INTERNAL_ERROR if the plan's source does not compile
   */
  public static OperatorFactory factory(ExecNode.Join node, RowType left, RowType right) {
    List<JoinSide> sides = List.of(JoinSide.of(node, 0, left), JoinSide.of(node, 1, right));
    List<DataType> keyTypes = new ArrayList<>();
    for (int i = 0; i < node.leftKeys().size(); i++) {
      DataType leftType = left.type(node.leftKeys().get(i));
      DataType rightType = right.type(node.rightKeys().get(i));
      boolean nullable = leftType.nullable() || rightType.nullable();
      keyTypes.add(leftType.withNullable(nullable && node.nullKeysMatch().get(i)));
    }
    Program program = new Program(node, sides, List.copyOf(keyTypes), null);
    if (node.condition() == null) {
      return context -> new JoinOperator(program, context);
    }
    CalcProgram condition =
        ExpressionCompiler.compile(program.pairType(), node.condition(), List.of());
    Program complete = new Program(node, sides, program.keyTypes, condition);
    return context -> new JoinOperator(complete, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    waiting.add(new Waiting(input, batch.retain()));
    if (current == null && waiting.size() == 1) {
      proceed(output);
    }
  }

  @Override
  public boolean proceed(Output output) {
    if (current == null && waiting.isEmpty()) {
      return false;
    }
    counted.begin(output);
    if (current == null) {
      begin(waiting.poll());
    }
    if (current != null && inputs[current.input].proceed()) {
      current.batch.release();
      current = null;
    }
    return true;
  }

  private void begin(Waiting next) {
    InputJoin join = inputs[next.input];
    int[] withKey = join.rowsWithKey(next.batch);
    if (withKey == null) {
      current = next;
    } else {
      join.emitWithoutKey(next.batch, counted);
      int count = join.rowsWithKeyCount();
      current = count == 0 ? null : new Waiting(next.input, gather(next.batch, withKey, count));
      next.batch.release();
    }
    if (current != null) {
      join.begin(current.batch, counted);
    }
  }

  /**
   * Drops rows of an inner join's input, which puts nothing out. Not while batches are joined.
   *
   * @param gone the rows, with negative weights; borrowed
   */
  void forget(int input, ChangeBatch gone) {
    InputJoin join = inputs[input];
    int[] withKey = join.rowsWithKey(gone);
    if (withKey == null) {
      join.forget(gone);
    } else if (join.rowsWithKeyCount() > 0) {
      ChangeBatch keyed = gather(gone, withKey, join.rowsWithKeyCount());
      try {
        join.forget(keyed);
      } finally {
        keyed.release();
      }
    }
  }

  private ChangeBatch gather(ChangeBatch batch, int[] rows, int count) {
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = VectorGather.gather(batch.column(i), rows, count, context.allocator());
    }
    return ChangeBatch.of(
        batch.rowType(),
        columns,
        VectorGather.gatherWeights(batch.weights(), rows, count, context.allocator()),
        count);
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    for (int i = 0; i < 2; i++) {
      if (states[i].negatives() != 0) {
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR,
            context.name()
                + ": more rows were taken back than had come, of "
                + states[i].negatives()
                + " different rows of the "
                + (i == 0 ? "left" : "right")
                + " input");
      }
    }
    return true;
  }

  @Override
  public void close() {
    waiting.forEach(next -> next.batch.release());
    waiting.clear();
    if (current != null) {
      current.batch.release();
      current = null;
    }
  }
}
