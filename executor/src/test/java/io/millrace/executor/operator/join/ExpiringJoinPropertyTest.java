package io.millrace.executor.operator.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.expression.JavaExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import io.millrace.executor.operator.OperatorHarness.InputChanges;
import io.millrace.executor.operator.OperatorHarness.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * A join of rows that are some time apart puts out every pair of rows that come on time, once, and
 * keeps nothing of rows that nothing can match any more: with restores behind which the watermark
 * begins anew.
 */
class ExpiringJoinPropertyTest {
  private static final int EPOCHS = 8;
  private static final int MOST_TIME = 40;
  private static final RowType INPUT =
      RowType.of(
          new Column("k", DataType.of(TypeKind.INTEGER)),
          new Column("t", DataType.of(TypeKind.TIMESTAMP)),
          new Column("v", DataType.of(TypeKind.VARCHAR)));

  private final List<List<Object[]>> all = List.of(new ArrayList<>(), new ArrayList<>());

  @Property(tries = 80, shrinking = ShrinkingMode.OFF)
  void putsOutWhatMatchesAndForgetsWhatIsPast(@ForAll long seed) {
    Random random = new Random(seed);
    all.forEach(List::clear);
    HarnessState.Kind[] kinds = HarnessState.Kind.values();
    Variant variant =
        new Variant(
            random.nextBoolean() ? 4096 : 1 + random.nextInt(5),
            random.nextBoolean(),
            random.nextBoolean() ? 1 : 4,
            kinds[random.nextInt(8) == 0 ? kinds.length - 1 : random.nextInt(2)]);
    int least = random.nextInt(12) - 8;
    int greatest = least + random.nextInt(8);
    boolean keyed = random.nextInt(4) > 0;
    ExecNode.Join node = node(least, greatest, keyed);
    try (OperatorHarness harness =
        new OperatorHarness(
            ExpiringJoinOperator.factory(node, INPUT, INPUT),
            List.of(INPUT, INPUT),
            List.of(node.leftKeys(), node.rightKeys()),
            variant)) {
      List<Change> content = new ArrayList<>();
      long watermark = Barrier.NO_WATERMARK;
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<InputChanges> parts = rows(random, watermark);
        boolean anew = variant.restore() && random.nextInt(3) == 0;
        watermark = watermark == Barrier.NO_WATERMARK ? random.nextInt(5) : watermark + 4;
        content.addAll(harness.runEpochOf(parts, anew ? Barrier.NO_WATERMARK : watermark));
        assertThat(content).allMatch(change -> change.weight() == 1);
        assertThat(ChangelogText.net(node.rowType(), content))
            .as("epoch %d of %s, %d to %d", epoch, variant, least, greatest)
            .isEqualTo(ChangelogText.net(node.rowType(), expected(least, greatest, keyed)));
      }
      harness.runEpochOf(List.of(), 2 * MOST_TIME);
      if (harness.stateSize() >= 0) {
        assertThat(harness.stateSize()).as("rows that are kept of the past").isZero();
      }
    }
  }

  /** Rows on time, of both sides in turn; some times are NULL. */
  private List<InputChanges> rows(Random random, long watermark) {
    List<InputChanges> parts = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      int side = random.nextInt(2);
      List<Change> rows = new ArrayList<>();
      for (int n = 1 + random.nextInt(6); n > 0; n--) {
        long first = Math.max(0, watermark);
        Object[] row = {
          random.nextInt(8) == 0 ? null : (Object) random.nextInt(3),
          random.nextInt(8) == 0 ? null : (Object) Math.min(MOST_TIME, first + random.nextInt(10)),
          "v" + random.nextInt(3)
        };
        for (int copies = random.nextInt(6) == 0 ? 2 : 1; copies > 0; copies--) {
          rows.add(new Change(1, row));
          all.get(side).add(row);
        }
      }
      parts.add(new InputChanges(side, rows));
    }
    return parts;
  }

  private List<Change> expected(int least, int greatest, boolean keyed) {
    List<Change> pairs = new ArrayList<>();
    for (Object[] left : all.get(0)) {
      for (Object[] right : all.get(1)) {
        if (left[1] == null
            || right[1] == null
            || keyed && (left[0] == null || !left[0].equals(right[0]))) {
          continue;
        }
        long apart = (Long) left[1] - (Long) right[1];
        if (apart >= least && apart <= greatest) {
          pairs.add(
              new Change(
                  1, new Object[] {left[0], left[1], left[2], right[0], right[1], right[2]}));
        }
      }
    }
    return pairs;
  }

  /** A row is late when its time is before the watermark. */
  private static ExecNode.Join node(int least, int greatest, boolean keyed) {
    List<Column> columns = new ArrayList<>(INPUT.columns());
    INPUT.columns().forEach(column -> columns.add(new Column("r" + column.name(), column.type())));
    List<Integer> keys = keyed ? List.of(0) : List.of();
    return new ExecNode.Join(
        2,
        0,
        1,
        JoinKind.INNER,
        keys,
        keys,
        keyed ? List.of(false) : List.of(),
        new JavaExpression(
            DataType.of(TypeKind.BOOLEAN),
            List.of(1, 4),
            List.of(),
            String.format(
                "if (c1 == null || c4 == null) { return null; }"
                    + " long apart = c1.longValue() - c4.longValue();"
                    + " return java.lang.Boolean.valueOf(apart >= %dL && apart <= %dL);",
                least, greatest),
            "apart"),
        IntStream.range(0, 6).boxed().toList(),
        new RowType(columns),
        ChangelogMode.APPEND,
        new EventTime(1, 1 - least),
        new EventTime(1, 1 + greatest));
  }
}
