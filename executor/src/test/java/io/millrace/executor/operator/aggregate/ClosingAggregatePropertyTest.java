package io.millrace.executor.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.OperatorHarness;
import io.millrace.executor.operator.OperatorHarness.Variant;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.watermark.LateFilterOperator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * After every epoch, what was put out is what DuckDB answers for the groups that are past, over the
 * rows that came on time: with restores after any epoch, behind which the watermark begins anew.
 */
class ClosingAggregatePropertyTest {
  private static final int EPOCHS = 8;

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void equalsTheBatchQueryOfWhatIsPast(@ForAll long seed) throws SQLException {
    RandomAggregation random = new RandomAggregation(seed, true);
    Random dice = new Random(seed);
    HarnessState.Kind[] kinds = HarnessState.Kind.values();
    HarnessState.Kind kind = kinds[dice.nextInt(8) == 0 ? kinds.length - 1 : dice.nextInt(2)];
    Variant variant =
        new Variant(
            dice.nextBoolean() ? 4096 : 1 + dice.nextInt(5),
            dice.nextBoolean(),
            dice.nextBoolean() ? 1 : 4,
            kind);
    try (DuckDb duckDb = new DuckDb(random.input, random.node);
        OperatorHarness harness =
            new OperatorHarness(factory(random), random.input, random.node.groupKeys(), variant)) {
      Expected expected = new Expected(random.node);
      List<Change> content = new ArrayList<>();
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<Change> rows = random.epoch();
        expected.add(rows);
        long watermark = watermark(dice, variant, expected.watermark);
        List<Change> output = harness.runEpoch(rows, watermark);
        expected.watermark = Math.max(expected.watermark, watermark);
        assertThat(output).as("each comes once").allMatch(change -> change.weight() == 1);
        content.addAll(output);
        assertThat(ChangelogText.net(random.node.rowType(), content))
            .as("epoch %d of %s, %s", epoch, variant, random.node)
            .isEqualTo(ChangelogText.net(random.node.rowType(), duckDb.query(expected.past())));
        assertThat(harness.lateRows()).isEqualTo(expected.late);
      }
      content.addAll(harness.runEpoch(List.of(), Barrier.END));
      assertThat(ChangelogText.net(random.node.rowType(), content))
          .as("the end of %s, %s", variant, random.node)
          .isEqualTo(ChangelogText.net(random.node.rowType(), duckDb.query(expected.onTime)));
      if (harness.stateSize() >= 0) {
        assertThat(harness.stateSize())
            .as("only the watermark of each shard is kept")
            .isEqualTo(variant.shards());
      }
      assertThat(harness.errors()).isEmpty();
    }
  }

  /** It never goes back unless the operator is made anew. */
  private static long watermark(Random dice, Variant variant, long last) {
    if (variant.restore() && dice.nextInt(3) == 0) {
      return dice.nextBoolean() ? Barrier.NO_WATERMARK : dice.nextInt(10);
    }
    if (last == Barrier.NO_WATERMARK) {
      return dice.nextBoolean() ? last : dice.nextInt(10);
    }
    return last + dice.nextInt(RandomAggregation.MOST_TIME / 4);
  }

  private static OperatorFactory factory(RandomAggregation random) {
    OperatorFactory filter =
        LateFilterOperator.factory(
            new ExecNode.LateFilter(0, 0, random.node.closing(), random.input));
    OperatorFactory aggregate = ClosingAggregateOperator.factory(random.node, random.input);
    return context -> new Chain(filter.create(context), aggregate.create(context));
  }

  /** Two operators as a task runs them. */
  private record Chain(Operator first, Operator second) implements Operator {
    @Override
    public void process(int input, ChangeBatch batch, Output output) {
      first.process(input, batch, passed -> pass(passed, output));
    }

    private void pass(ChangeBatch batch, Output output) {
      second.process(0, batch, output);
      batch.release();
    }

    @Override
    public void advance(long watermark) {
      first.advance(watermark);
      second.advance(watermark);
    }

    @Override
    public boolean finishEpoch(long epoch, Output output) {
      return first.finishEpoch(epoch, passed -> pass(passed, output))
          && second.finishEpoch(epoch, output);
    }

    @Override
    public void close() {
      first.close();
      second.close();
    }
  }

  /** Which rows came on time, and which of them are past. */
  private static final class Expected {
    private final ExecNode.GroupAggregate node;
    private final List<Object[]> onTime = new ArrayList<>();
    private long watermark = Barrier.NO_WATERMARK;
    private long late;

    private Expected(ExecNode.GroupAggregate node) {
      this.node = node;
    }

    private boolean isPast(Object[] row) {
      Long time = (Long) row[node.closing().column()];
      return time != null
          && watermark != Barrier.NO_WATERMARK
          && time + node.closing().delay() <= watermark;
    }

    void add(List<Change> rows) {
      for (Change row : rows) {
        if (isPast(row.values())) {
          late++;
        } else {
          onTime.add(row.values());
        }
      }
    }

    List<Object[]> past() {
      return onTime.stream().filter(this::isPast).toList();
    }
  }
}
