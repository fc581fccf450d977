package io.millrace.executor.operator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What has been put out adds up to the rows that are there with the windows of their sessions,
 * after every epoch, on one shard and on four, with restores, over every backend.
 */
class SessionPropertyTest {
  private static final int EPOCHS = 8;

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void changesAddUpToTheSessions(@ForAll long seed) {
    HarnessState.Kind state =
        seed % 32 == 0
            ? HarnessState.Kind.ROCKSDB
            : seed % 2 == 0 ? HarnessState.Kind.MEMORY : HarnessState.Kind.RESTLESS;
    run(seed, state);
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void changesAddUpWithLittleMemory(@ForAll long seed) {
    run(seed, HarnessState.Kind.ROCKSDB);
  }

  private static void run(long seed, HarnessState.Kind state) {
    RandomSessions random = new RandomSessions(seed);
    Random dice = new Random(seed);
    OperatorHarness.Variant variant =
        new OperatorHarness.Variant(
            dice.nextBoolean() ? 4096 : 1 + dice.nextInt(5),
            dice.nextBoolean(),
            dice.nextBoolean() ? 1 : 4,
            state);
    try (OperatorHarness harness =
        new OperatorHarness(
            SessionOperator.factory(random.node, random.input),
            random.input,
            random.node.partitionKeys(),
            variant)) {
      List<Change> content = new ArrayList<>();
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<Change> output = harness.runEpoch(random.epoch());
        content.addAll(output);
        assertThat(ChangelogText.net(random.node.rowType(), content))
            .as("epoch %d of seed %d, %s, %s", epoch, seed, variant, random.node)
            .isEqualTo(ChangelogText.net(random.node.rowType(), random.expected()));
        assertThat(output.size())
            .as("no row comes and goes")
            .isLessThanOrEqualTo(random.mostChanges());
        if (random.isEmpty() && harness.stateSize() >= 0) {
          assertThat(harness.stateSize()).as("state of no rows").isZero();
        }
      }
      assertThat(harness.errors()).isEmpty();
    }
  }
}
