package io.millrace.executor.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.element.Rows;
import io.millrace.executor.exchange.LocalChannel;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a task has taken in when its state is frozen at a barrier. */
final class BarrierAlignmentTest {
  private static final RowType ROW_TYPE =
      RowType.of(new Column("v", DataType.of(TypeKind.BIGINT).notNull()));

  private final BufferAllocator allocator = new RootAllocator();
  private final LocalChannel left = new LocalChannel();
  private final LocalChannel right = new LocalChannel();
  private final List<Long> taken = new ArrayList<>();
  private final List<List<Long>> frozen = new ArrayList<>();

  @AfterEach
  void releaseAll() {
    allocator.close();
  }

  @Test
  void anInputThatWaitsKeepsWhatIsBehindTheBarrierOutOfTheState() {
    OperatorTask task = task(true);
    run(task);
    assertThat(frozen).containsExactly(List.of(1L, 3L));
    assertThat(taken).containsExactly(1L, 3L, 2L);
  }

  @Test
  void anInputThatDoesNotWaitBringsItIntoTheState() {
    OperatorTask task = task(false);
    run(task);
    assertThat(frozen).containsExactly(List.of(1L, 2L, 3L));
    assertThat(taken).containsExactly(1L, 2L, 3L);
  }

  @Test
  void eachInputWaitsForItself() {
    OperatorTask task = task(false);
    right.offer(new Barrier(1, 1));
    right.offer(rows(9));
    task.run();
    assertThat(taken).as("the right one waits").isEmpty();
    left.offer(rows(1));
    left.offer(new Barrier(1, 1));
    task.run();
    assertThat(frozen).containsExactly(List.of(1L));
    assertThat(taken).containsExactly(1L, 9L);
  }

  /** The left input has rows before and behind the barrier while the right one is late. */
  private void run(OperatorTask task) {
    left.offer(rows(1));
    left.offer(new Barrier(1, 1));
    left.offer(rows(2));
    task.run();
    assertThat(frozen).isEmpty();
    right.offer(rows(3));
    right.offer(new Barrier(1, 1));
    task.run();
  }

  private OperatorTask task(boolean leftWaits) {
    OperatorTask task = new OperatorTask(new Host(), 1, "test", List.of());
    Counter counter = new Counter();
    Output into = FanOut.into(counter, 0, ChangeBatch::release);
    task.addInput(new ChannelPort(left), into, leftWaits);
    task.addInput(new ChannelPort(right), into);
    task.addOperator(new OperatorTask.ChainedOperator(0, counter, ChangeBatch::release));
    return task;
  }

  private Rows rows(long value) {
    BigIntVector vector = new BigIntVector("v", allocator);
    vector.allocateNew(1);
    vector.set(0, value);
    vector.setValueCount(1);
    return new Rows(ChangeBatch.of(ROW_TYPE, new FieldVector[] {vector}, null, 1));
  }

  private final class Counter implements Operator {
    @Override
    public void process(int input, ChangeBatch batch, Output output) {
      taken.add(((BigIntVector) batch.column(0)).get(0));
    }

    @Override
    public void close() {}
  }

  private final class Host implements TaskHost {
    @Override
    public void ready(Task task) {}

    @Override
    public void wake(Task task) {}

    @Override
    public void wakeAfter(Task task, long nanos) {}

    @Override
    public void barrierPassed(Task task, Barrier barrier) {}

    @Override
    public void failed(Task task, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void dataArrived(long rows) {}

    @Override
    public void barrierWanted() {}

    @Override
    public void sourceEnded(Task task) {}

    @Override
    public void record(SourceTask task, Map<String, SplitState> positions, int generation) {}

    @Override
    public void freeze(Task task, int nodeId) {
      frozen.add(List.copyOf(taken));
    }

    @Override
    public boolean prepare(OperatorTask task, SinkWriter writer, long checkpointId) {
      return false;
    }
  }
}
