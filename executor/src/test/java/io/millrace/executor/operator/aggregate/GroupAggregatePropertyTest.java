package io.millrace.executor.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import io.millrace.executor.operator.OperatorHarness.Variant;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** After every epoch the sum of all changes put out is what DuckDB answers over the same rows. */
class GroupAggregatePropertyTest {
  private static final int EPOCHS = 6;

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void equalsTheBatchQueryAfterEveryEpoch(@ForAll long seed) throws SQLException {
    RandomAggregation random = new RandomAggregation(seed);
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
            new OperatorHarness(
                GroupAggregateOperator.factory(random.node, random.input),
                random.input,
                random.node.groupKeys(),
                variant)) {
      List<Change> content = new ArrayList<>();
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<Change> output = harness.runEpoch(random.epoch());
        content = apply(random, content, output);
        assertThat(ChangelogText.net(random.node.rowType(), content))
            .as("epoch %d of %s, %s", epoch, variant, random.node)
            .isEqualTo(ChangelogText.net(random.node.rowType(), duckDb.query(random.live())));
      }
      if (random.live().isEmpty() && harness.stateSize() >= 0) {
        assertThat(harness.stateSize()).isEqualTo(random.node.groupKeys().isEmpty() ? 1 : 0);
      }
    }
  }

  private static List<Change> apply(
      RandomAggregation random, List<Change> content, List<Change> output) {
    RowType rowType = random.node.rowType();
    if (random.node.changelog() == ChangelogMode.RETRACT) {
      assertThat(ChangelogText.net(rowType, output).lines().count())
          .as("no change that takes itself back")
          .isEqualTo(output.size());
      List<Change> all = new ArrayList<>(content);
      all.addAll(output);
      return all;
    }
    int keys = random.node.groupKeys().size();
    Map<String, Change> rows = new LinkedHashMap<>();
    content.forEach(change -> rows.put(key(rowType, keys, change), change));
    for (Change change : output) {
      String key = key(rowType, keys, change);
      if (change.weight() > 0) {
        rows.put(key, change);
      } else {
        assertThat(rows.remove(key)).as("row of a deletion").isNotNull();
      }
    }
    return new ArrayList<>(rows.values());
  }

  private static String key(RowType rowType, int keys, Change change) {
    return ChangelogText.format(
        new RowType(rowType.columns().subList(0, keys)),
        List.of(new Change(1, Arrays.copyOf(change.values(), keys))));
  }
}
