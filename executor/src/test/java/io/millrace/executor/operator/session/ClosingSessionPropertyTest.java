package io.millrace.executor.operator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
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
 * After every epoch exactly the rows of the sessions whose end is past have been put out, each
 * once, whatever the order of rows that are not late, and nothing is kept of them.
 */
class ClosingSessionPropertyTest {
  private static final int EPOCHS = 8;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void sessionsGoOutOnceTheyAreOver(@ForAll long seed) {
    run(seed, seed % 2 == 0 ? HarnessState.Kind.MEMORY : HarnessState.Kind.RESTLESS);
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void sessionsGoOutWithLittleMemory(@ForAll long seed) {
    run(seed, HarnessState.Kind.ROCKSDB);
  }

  private static void run(long seed, HarnessState.Kind state) {
    RandomSessions random = new RandomSessions(seed);
    Random dice = new Random(seed);
    long delay = dice.nextInt(5);
    ExecNode.SessionWindow node =
        new ExecNode.SessionWindow(
            1,
            0,
            random.node.partitionKeys(),
            random.node.timeColumn(),
            random.node.gap(),
            random.node.columns(),
            true,
            random.node.rowType(),
            ChangelogMode.APPEND,
            new EventTime(random.node.timeColumn(), delay));
    OperatorHarness.Variant variant =
        new OperatorHarness.Variant(
            dice.nextBoolean() ? 4096 : 1 + dice.nextInt(5),
            dice.nextBoolean(),
            dice.nextBoolean() ? 1 : 4,
            state);
    try (OperatorHarness harness =
        new OperatorHarness(
            ClosingSessionOperator.factory(node, random.input),
            random.input,
            node.partitionKeys(),
            variant)) {
      List<Change> content = new ArrayList<>();
      long watermark = Barrier.NO_WATERMARK;
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        long past = watermark == Barrier.NO_WATERMARK ? watermark : watermark - delay;
        List<Change> changes = random.additions(past);
        if (epoch == EPOCHS - 1) {
          watermark = Barrier.END;
        } else if (dice.nextInt(4) > 0) {
          watermark =
              watermark == Barrier.NO_WATERMARK
                  ? random.earliest()
                  : watermark + dice.nextInt(random.span());
        }
        List<Change> output = harness.runEpoch(changes, watermark);
        assertThat(output).allMatch(change -> change.weight() == 1);
        content.addAll(output);
        long upTo =
            watermark == Barrier.NO_WATERMARK || watermark == Barrier.END
                ? watermark
                : watermark - delay;
        int end = node.rowType().size() - 1;
        List<Change> expected =
            random.expected().stream()
                .filter(change -> (Long) change.values()[end] <= upTo)
                .toList();
        assertThat(ChangelogText.net(node.rowType(), content))
            .as("epoch %d of seed %d, %s, %s", epoch, seed, variant, node)
            .isEqualTo(ChangelogText.net(node.rowType(), expected));
      }
      if (harness.stateSize() >= 0) {
        assertThat(harness.stateSize()).as("state after the end").isZero();
      }
    }
  }
}
