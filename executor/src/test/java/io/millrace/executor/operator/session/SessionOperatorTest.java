package io.millrace.executor.operator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionOperatorTest {
  private static final DataType TIME = DataType.of(TypeKind.TIMESTAMP).withNullable(true);
  private static final Column START = new Column("window_start", TIME.notNull());
  private static final Column END = new Column("window_end", TIME.notNull());
  private static final RowType INPUT =
      new RowType(
          List.of(
              new Column("k", DataType.of(TypeKind.VARCHAR)),
              new Column("ts", TIME),
              new Column("id", DataType.of(TypeKind.INTEGER))));
  private static final RowType ROWS = new RowType(List.of(INPUT.column(2), START, END));
  private static final RowType KEYS = new RowType(List.of(INPUT.column(0), START, END));

  private static ExecNode.SessionWindow node(int column, boolean appendOnly) {
    return new ExecNode.SessionWindow(
        1,
        0,
        List.of(0),
        1,
        10_000,
        List.of(column),
        appendOnly,
        column == 0 ? KEYS : ROWS,
        ChangelogMode.RETRACT);
  }

  @Test
  void sessionsGrowMergeAndSplit() {
    OperatorHarness.verify(
        SessionOperator.factory(node(2, false), INPUT),
        INPUT,
        ROWS,
        """
        + a 2026-01-01T00:00:00 1
        + a 2026-01-01T00:00:20 2
        + b 2026-01-01T00:00:20 3
        + b NULL 4
        """,
        """
        + 1 2026-01-01T00:00:00 2026-01-01T00:00:10
        + 2 2026-01-01T00:00:20 2026-01-01T00:00:30
        + 3 2026-01-01T00:00:20 2026-01-01T00:00:30
        """,
        // Exactly one gap from both.
        """
        + a 2026-01-01T00:00:10 5
        - b NULL 4
        """,
        """
        - 1 2026-01-01T00:00:00 2026-01-01T00:00:10
        - 2 2026-01-01T00:00:20 2026-01-01T00:00:30
        + 1 2026-01-01T00:00:00 2026-01-01T00:00:30
        + 2 2026-01-01T00:00:00 2026-01-01T00:00:30
        + 5 2026-01-01T00:00:00 2026-01-01T00:00:30
        """,
        // A row inside changes nothing else.
        """
        + a 2026-01-01T00:00:15 6
        """,
        """
        + 6 2026-01-01T00:00:00 2026-01-01T00:00:30
        """,
        // The update of a row's time splits what it had put together.
        """
        - a 2026-01-01T00:00:10 5
        + a 2026-01-01T00:00:24 5
        """,
        """
        - 1 2026-01-01T00:00:00 2026-01-01T00:00:30
        - 2 2026-01-01T00:00:00 2026-01-01T00:00:30
        - 5 2026-01-01T00:00:00 2026-01-01T00:00:30
        - 6 2026-01-01T00:00:00 2026-01-01T00:00:30
        + 1 2026-01-01T00:00:00 2026-01-01T00:00:10
        + 2 2026-01-01T00:00:15 2026-01-01T00:00:34
        + 5 2026-01-01T00:00:15 2026-01-01T00:00:34
        + 6 2026-01-01T00:00:15 2026-01-01T00:00:34
        """);
  }

  @Test
  void sessionsOfNothingButKeysGoOutWithTheirNumbersOfRows() {
    for (boolean appendOnly : new boolean[] {false, true}) {
      OperatorHarness.verify(
          SessionOperator.factory(node(0, appendOnly), INPUT),
          INPUT,
          KEYS,
          """
          + a 2026-01-01T00:00:00 1
          + a 2026-01-01T00:00:02 2
          + a 2026-01-01T00:00:14 3
          """,
          """
          +2 a 2026-01-01T00:00:00 2026-01-01T00:00:12
          + a 2026-01-01T00:00:14 2026-01-01T00:00:24
          """,
          """
          + a 2026-01-01T00:00:01 4
          """,
          """
          + a 2026-01-01T00:00:00 2026-01-01T00:00:12
          """,
          """
          + a 2026-01-01T00:00:09 5
          """,
          """
          -3 a 2026-01-01T00:00:00 2026-01-01T00:00:12
          - a 2026-01-01T00:00:14 2026-01-01T00:00:24
          +5 a 2026-01-01T00:00:00 2026-01-01T00:00:24
          """);
    }
  }

  @Test
  void aSessionOfManyRowsGoesOutInPieces() {
    int rows = 20_000;
    try (OperatorHarness harness =
        new OperatorHarness(
            SessionOperator.factory(node(2, false), INPUT),
            INPUT,
            List.of(),
            new OperatorHarness.Variant(4096, false, 1, HarnessState.Kind.MEMORY))) {
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        changes.add(new Change(1, new Object[] {"a", 1000L * i, i}));
      }
      List<Change> content = new ArrayList<>(harness.runEpoch(changes));
      assertThat(content).hasSize(rows);
      List<Change> late = List.of(new Change(1, new Object[] {"a", -1L, -1}));
      List<Change> moved = harness.runEpoch(late);
      assertThat(moved).hasSize(2 * rows + 1);
      content.addAll(moved);
      changes.addAll(late);
      assertThat(ChangelogText.net(ROWS, content))
          .isEqualTo(
              ChangelogText.net(
                  ROWS,
                  changes.stream()
                      .map(
                          change ->
                              new Change(
                                  1,
                                  new Object[] {
                                    change.values()[2], -1L, 1000L * (rows - 1) + 10_000
                                  }))
                      .toList()));
    }
  }

  @Test
  void theEndOfTimeIsTheLastBound() {
    List<Change> changes =
        List.of(
            new Change(1, new Object[] {"a", Long.MAX_VALUE - 5, 1}),
            new Change(1, new Object[] {"a", Long.MAX_VALUE - 9, 2}),
            new Change(1, new Object[] {"a", Long.MIN_VALUE + 5, 3}),
            new Change(1, new Object[] {"a", Long.MIN_VALUE + 9, 4}));
    try (OperatorHarness harness =
        new OperatorHarness(
            SessionOperator.factory(node(2, false), INPUT),
            INPUT,
            List.of(),
            new OperatorHarness.Variant(1, true, 1, HarnessState.Kind.MEMORY))) {
      List<Change> content = harness.runEpoch(changes);
      assertThat(content)
          .extracting(change -> List.of(change.values()[0], change.values()[1], change.values()[2]))
          .containsExactlyInAnyOrder(
              List.of(1, Long.MAX_VALUE - 9, Long.MAX_VALUE),
              List.of(2, Long.MAX_VALUE - 9, Long.MAX_VALUE),
              List.of(3, Long.MIN_VALUE + 5, Long.MIN_VALUE + 9 + 10_000),
              List.of(4, Long.MIN_VALUE + 5, Long.MIN_VALUE + 9 + 10_000));
    }
  }

  @Test
  void rowsThatNeverCameCannotGo() {
    try (OperatorHarness harness =
        new OperatorHarness(
            SessionOperator.factory(node(2, false), INPUT),
            INPUT,
            List.of(),
            new OperatorHarness.Variant(4096, false, 1, HarnessState.Kind.MEMORY))) {
      assertThatThrownBy(() -> harness.runEpoch(List.of(new Change(-1, new Object[] {"a", 0L, 1}))))
          .isInstanceOf(MillraceException.class)
          .hasMessage("operator: more rows were taken back than had come");
    }
  }
}
