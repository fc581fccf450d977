package io.millrace.executor.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ComputedColumn;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.computed.ComputedSource;
import io.millrace.executor.computed.ReadClock;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.exchange.LocalChannel;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Watermarks from the rows of splits through barriers to operators. */
class WatermarkTest {
  private static final DataType TIMESTAMP = DataType.of(TypeKind.TIMESTAMP);
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final RowType ROW = RowType.of(new Column("ts", TIMESTAMP));

  /** ts - INTERVAL '5' MILLISECOND, as it were. */
  private static final ScalarExpression FIVE_BEFORE =
      new JavaExpression(
          TIMESTAMP,
          List.of(0),
          List.of(),
          "return c0 == null ? null : java.lang.Long.valueOf(c0.longValue() - 5L);",
          "ts - 5");

  private final RootAllocator allocator = new RootAllocator();
  private final RelationMetrics metrics = new RelationMetrics();
  private final List<Long> seen = new ArrayList<>();
  private final Script source = new Script();
  private Duration idle = IDLE;
  private long now;
  private long millis;
  private long epoch;
  private int barriersWanted;

  @AfterEach
  void releaseAll() {
    allocator.close();
  }

  @Test
  void theSlowestSplitDecides() {
    SourceTask task = task(FIVE_BEFORE);
    add(task, true, "a", "b");
    source.rows("a", 100L, 90L);
    task.run();
    assertThat(barrier(task)).isEqualTo(Barrier.NO_WATERMARK);
    source.rows("b", 40L, null);
    task.run();
    assertThat(barrier(task)).isEqualTo(35);
    source.rows("b", 200L);
    task.run();
    assertThat(barrier(task)).isEqualTo(95);
  }

  @Test
  void aFinishedSplitCountsOnceMoreAndABoundedSourceEnds() {
    SourceTask task = task(FIVE_BEFORE);
    add(task, true, "a", "b");
    source.rows("a", 50L);
    source.end("a");
    source.rows("b", 70L);
    task.run();
    assertThat(barrier(task)).isEqualTo(45);
    assertThat(barrier(task)).isEqualTo(65);
    source.end("b");
    task.run();
    assertThat(barrier(task)).isEqualTo(Barrier.END);
  }

  @Test
  void anUnboundedSourceWithoutOpenSplitsIsIdle() {
    SourceTask task = task(FIVE_BEFORE);
    add(task, false, "a");
    source.rows("a", 50L);
    source.end("a");
    task.run();
    assertThat(barrier(task)).isEqualTo(45);
    assertThat(barrier(task)).isEqualTo(Barrier.IDLE);
  }

  @Test
  void anIdleSplitHoldsNothingBackUntilItHasRows() {
    SourceTask task = task(FIVE_BEFORE);
    add(task, false, "a", "b");
    source.rows("b", 40L);
    task.run();
    now += IDLE.toNanos();
    source.rows("a", 100L);
    task.run();
    assertThat(barrier(task)).isEqualTo(95);
    source.rows("b", 60L);
    task.run();
    assertThat(barrier(task)).isEqualTo(55);
  }

  @Test
  void aSplitThatWaitsForItsTurnIsNotIdle() {
    SourceTask task = task(FIVE_BEFORE);
    add(task, true, "a", "b");
    source.rows("a", 100L);
    now += IDLE.toNanos();
    assertThat(barrier(task)).as("none was read").isEqualTo(Barrier.NO_WATERMARK);
    task.run();
    now += IDLE.toNanos() - 1;
    assertThat(barrier(task)).as("b is not idle yet").isEqualTo(Barrier.NO_WATERMARK);
    now++;
    assertThat(barrier(task)).as("both are idle").isEqualTo(Barrier.IDLE);
  }

  @Test
  void withoutATimeoutAnEmptySplitHoldsBackForEver() {
    idle = Duration.ZERO;
    SourceTask task = task(FIVE_BEFORE);
    add(task, false, "a", "b");
    source.rows("a", 100L);
    task.run();
    now += 1000 * IDLE.toNanos();
    assertThat(barrier(task)).isEqualTo(Barrier.NO_WATERMARK);
  }

  @Test
  void aRestartBeginsWithWhatTheCheckpointKept() {
    SourceTask first = task(FIVE_BEFORE);
    add(first, false, "a");
    source.rows("a", 50L);
    first.run();
    Map<String, SplitState> positions = first.positions();
    first.close();

    SourceTask second = task(FIVE_BEFORE);
    second.add(Map.of(new Split("a"), positions.get("a")), false);
    assertThat(barrier(second)).isEqualTo(45);
  }

  @Test
  void aColumnIsItsOwnWatermark() {
    SourceTask task = task(new InputReference(0, TIMESTAMP));
    add(task, false, "a");
    source.rows("a", 50L);
    task.run();
    assertThat(barrier(task)).isEqualTo(50);
  }

  @Test
  void withoutAWatermarkOnlyTheEndIsKnown() {
    SourceTask task = task(null);
    add(task, true, "a");
    source.rows("a", 50L);
    task.run();
    assertThat(barrier(task)).isEqualTo(Barrier.NO_WATERMARK);
    source.end("a");
    task.run();
    assertThat(barrier(task)).isEqualTo(Barrier.END);
  }

  @Test
  void anOperatorTakesTheLeastAndNeverGoesBack() {
    List<Long> learned = new ArrayList<>();
    LocalChannel left = new LocalChannel();
    LocalChannel right = new LocalChannel();
    OperatorTask task = new OperatorTask(new Host(), 1, "test", List.of());
    task.addInput(new ChannelPort(left), ChangeBatch::release);
    task.addInput(new ChannelPort(right), ChangeBatch::release);
    task.addOperator(new OperatorTask.ChainedOperator(0, new Learner(learned), batch -> {}));
    left.bindConsumer(task::schedule);
    right.bindConsumer(task::schedule);
    long[][] pairs = {
      {10, Barrier.NO_WATERMARK},
      {10, 20},
      {5, 20},
      {Barrier.IDLE, 30},
      {Barrier.IDLE, Barrier.IDLE},
      {Barrier.END, Barrier.IDLE},
      {Barrier.END, Barrier.END}
    };
    for (long[] pair : pairs) {
      epoch++;
      left.offer(new Barrier(epoch, 0, pair[0]));
      right.offer(new Barrier(epoch, 0, pair[1]));
      task.run();
    }
    assertThat(learned).containsExactly(Barrier.NO_WATERMARK, 10L, 10L, 30L, 30L, 30L, Barrier.END);
    assertThat(seen)
        .containsExactly(
            Barrier.NO_WATERMARK, 10L, 10L, 30L, Barrier.IDLE, Barrier.IDLE, Barrier.END);
    task.close();
  }

  @Test
  void aClockThatFillsAColumnGoesOnWithoutRowsAndNeverBack() {
    millis = 1000;
    SourceTask task = taskOfClock();
    Reader reader = new Reader();
    task.output().attach(reader);
    add(task, false, "a", "b");
    source.rows("a", 5L, 6L);
    task.run();
    assertThat(reader.times).containsExactly(1000L, 1000L);
    millis = 1200;
    assertThat(barrier(task)).as("no row has this time, and none will have less").isEqualTo(1195);
    assertThat(barriersWanted).isEqualTo(1);
    millis = 800;
    source.rows("b", 7L);
    task.run();
    assertThat(reader.times).as("the clock went back").endsWith(1200L);
    assertThat(barrier(task)).isEqualTo(1195);

    SourceTask second = taskOfClock();
    second.add(Map.of(new Split("a"), task.positions().get("a")), false);
    Reader after = new Reader();
    second.output().attach(after);
    source.rows("a", 8L);
    second.run();
    assertThat(after.times).as("nothing is late").containsExactly(1195L);
    assertThat(barrier(second)).isEqualTo(1190);
    task.close();
    second.close();
  }

  private SourceTask taskOfClock() {
    RelationSpec.Source spec =
        new RelationSpec.Source(
            1,
            "test",
            RowType.of(new Column("p_time", TIMESTAMP), ROW.column(0)),
            Map.of(),
            FIVE_BEFORE,
            "p_time",
            List.of(new ComputedColumn(0, null)));
    assertThat(ComputedSource.read(spec).rowType()).isEqualTo(ROW);
    ReadClock clock = new ReadClock(new OwnClock());
    RowTimes times = RowTimes.of(FIVE_BEFORE, spec.rowType(), allocator, metrics, clock);
    return new SourceTask(
        new Host(),
        1,
        "test",
        ComputedSource.of(spec, source, clock, allocator, metrics),
        2,
        metrics,
        new SplitWatermarks(times, new OwnClock(), idle),
        false);
  }

  /** Reads the first column of what a source puts out. */
  private static final class Reader implements Edge {
    private final List<Long> times = new ArrayList<>();

    @Override
    public long readerId() {
      return 2;
    }

    @Override
    public List<Integer> columns() {
      return List.of(0);
    }

    @Override
    public void emit(ChangeBatch batch) {
      for (int row = 0; row < batch.rowCount(); row++) {
        times.add(((TimeStampMilliVector) batch.column(0)).get(row));
      }
    }

    @Override
    public void barrier(Barrier barrier) {}

    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void bindProducer(Runnable wakeUp) {}

    @Override
    public void close() {}
  }

  private SourceTask task(ScalarExpression watermark) {
    RowTimes times =
        watermark == null ? null : RowTimes.of(watermark, ROW, allocator, metrics, null);
    return new SourceTask(
        new Host(),
        1,
        "test",
        source,
        ROW.size(),
        metrics,
        new SplitWatermarks(times, new OwnClock(), idle),
        false);
  }

  private static void add(SourceTask task, boolean all, String... ids) {
    Map<Split, SplitState> splits = new LinkedHashMap<>();
    for (String id : ids) {
      splits.put(new Split(id), new SplitState(null, false));
    }
    task.add(splits, all);
  }

  private long barrier(SourceTask task) {
    epoch++;
    task.inject(new Barrier(epoch, 0));
    task.run();
    return seen.get(seen.size() - 1);
  }

  private record Learner(List<Long> learned) implements Operator {
    @Override
    public void process(int input, ChangeBatch batch, Output output) {}

    @Override
    public void advance(long watermark) {
      learned.add(watermark);
    }
  }

  private final class OwnClock implements Clock {
    @Override
    public long currentTimeMillis() {
      return millis;
    }

    @Override
    public long nanoTime() {
      return now;
    }
  }

  /** A source whose splits give what the test has put there. */
  private final class Script implements Source {
    private final Map<String, List<Long>> waiting = new HashMap<>();
    private final List<String> ended = new ArrayList<>();

    void rows(String split, Long... times) {
      waiting
          .computeIfAbsent(split, key -> new ArrayList<>())
          .addAll(java.util.Arrays.asList(times));
    }

    void end(String split) {
      ended.add(split);
    }

    @Override
    public boolean isBounded() {
      return false;
    }

    @Override
    public List<Split> discoverSplits() {
      return List.of();
    }

    @Override
    public SplitReader read(Split split, String position, String end) {
      return new SplitReader() {
        @Override
        public Poll poll(int maxRows) {
          List<Long> times = waiting.remove(split.id());
          if (times == null) {
            return ended.contains(split.id()) ? new Poll.End() : new Poll.Nothing();
          }
          try (BatchBuilder builder = new BatchBuilder(ROW, allocator)) {
            times.forEach(time -> builder.add(new Object[] {time}, 1));
            return new Poll.Rows(builder.build());
          }
        }

        @Override
        public String position() {
          return "here";
        }

        @Override
        public void close() {}
      };
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
    public void barrierPassed(Task task, Barrier barrier) {
      seen.add(barrier.watermark());
    }

    @Override
    public void failed(Task task, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void dataArrived(long rows) {}

    @Override
    public void barrierWanted() {
      barriersWanted++;
    }

    @Override
    public void sourceEnded(Task task) {}

    @Override
    public void record(SourceTask task, Map<String, SplitState> positions, int generation) {}

    @Override
    public void freeze(Task task, int nodeId) {}

    @Override
    public boolean prepare(OperatorTask task, SinkWriter writer, long checkpointId) {
      return false;
    }
  }
}
