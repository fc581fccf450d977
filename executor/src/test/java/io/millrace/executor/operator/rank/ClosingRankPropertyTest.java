package io.millrace.executor.operator.rank;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * After every epoch exactly the rows of past partitions that the ranking has in its range have been
 * put out, each once, and nothing is kept of these partitions.
 */
class ClosingRankPropertyTest {
  private static final int EPOCHS = 8;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void partitionsGoOutOnceTheyAreOver(@ForAll long seed) {
    run(seed, seed % 2 == 0 ? HarnessState.Kind.MEMORY : HarnessState.Kind.RESTLESS);
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void partitionsGoOutWithLittleMemory(@ForAll long seed) {
    run(seed, HarnessState.Kind.ROCKSDB);
  }

  private static void run(long seed, HarnessState.Kind state) {
    RandomRanking random = RandomRanking.closing(seed);
    Random dice = new Random(seed);
    OperatorHarness.Variant variant =
        new OperatorHarness.Variant(
            dice.nextBoolean() ? 4096 : 1 + dice.nextInt(5),
            dice.nextBoolean(),
            dice.nextBoolean() ? 1 : 4,
            state);
    try (OperatorHarness harness =
        new OperatorHarness(
            RankOperator.factory(random.node, random.input),
            random.input,
            random.node.partitionKeys(),
            variant)) {
      List<Object[]> onTime = new ArrayList<>();
      List<Change> content = new ArrayList<>();
      long past = Long.MIN_VALUE;
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<Change> rows = new ArrayList<>();
        for (Change change : random.epoch()) {
          if (!isPast(change.values(), past)) {
            rows.add(change);
            onTime.add(change.values());
          }
        }
        long watermark = Barrier.NO_WATERMARK;
        if (epoch == EPOCHS - 1) {
          watermark = Barrier.END;
          past = Long.MAX_VALUE;
        } else if (epoch > 1) {
          watermark =
              RandomRanking.time(epoch - 3) + random.node.closing().delay() - dice.nextInt(2);
          past = watermark - random.node.closing().delay();
        }
        List<Change> output = harness.runEpoch(rows, watermark);
        assertThat(output).allMatch(change -> change.weight() == 1);
        content.addAll(output);
        long upTo = past;
        List<Object[]> over = onTime.stream().filter(row -> isPast(row, upTo)).toList();
        assertThat(ChangelogText.net(random.node.rowType(), content))
            .as("epoch %d of seed %d, %s, %s", epoch, seed, variant, random.node)
            .isEqualTo(ChangelogText.net(random.node.rowType(), random.expected(over)));
      }
      if (harness.stateSize() >= 0) {
        assertThat(harness.stateSize()).as("state after the end").isZero();
      }
    }
  }

  /** A time of NULL is past at the end. */
  private static boolean isPast(Object[] row, long upTo) {
    return row[0] == null ? upTo == Long.MAX_VALUE : (Long) row[0] <= upTo;
  }
}
