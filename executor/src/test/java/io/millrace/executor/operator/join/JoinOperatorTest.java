package io.millrace.executor.operator.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import io.millrace.executor.operator.OperatorHarness.InputChanges;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinOperatorTest {
  private static final DataType INTEGER = DataType.of(TypeKind.INTEGER);
  private static final DataType TEXT = DataType.of(TypeKind.VARCHAR);
  private static final RowType LEFT = RowType.of(new Column("k", INTEGER), new Column("a", TEXT));
  private static final RowType RIGHT = RowType.of(new Column("k", INTEGER), new Column("b", TEXT));

  private static ExecNode.Join join(JoinKind kind, JavaExpression condition, ChangelogMode mode) {
    List<Integer> columns = kind.emitsPairs() ? List.of(0, 1, 3) : List.of(0, 1);
    List<Column> output = new ArrayList<>(LEFT.columns());
    if (kind.emitsPairs()) {
      output.add(RIGHT.column(1));
    }
    return new ExecNode.Join(
        2,
        0,
        1,
        kind,
        List.of(0),
        List.of(0),
        List.of(false),
        condition,
        columns,
        new RowType(output),
        mode);
  }

  /**
   * Runs a case in all variants: in turn an epoch's changes and the net changes that must come of
   * them. Lines that begin with L are changes of the left input, those with R of the right one.
   */
  private static void verify(JoinKind kind, String... epochs) {
    verify(join(kind, null, ChangelogMode.RETRACT), epochs);
  }

  private static void verify(ExecNode.Join node, String... epochs) {
    for (OperatorHarness.Variant variant : OperatorHarness.variants()) {
      try (OperatorHarness harness = harness(node, variant)) {
        for (int i = 0; i < epochs.length; i += 2) {
          List<Change> output = harness.runEpochOf(parts(epochs[i]));
          assertThat(ChangelogText.net(node.rowType(), output))
              .as("epoch " + i / 2 + " of " + variant)
              .isEqualTo(
                  ChangelogText.net(
                      node.rowType(), ChangelogText.parse(node.rowType(), epochs[i + 1])));
        }
      }
    }
  }

  private static OperatorHarness harness(ExecNode.Join node, OperatorHarness.Variant variant) {
    return new OperatorHarness(
        JoinOperator.factory(node, LEFT, RIGHT),
        List.of(LEFT, RIGHT),
        List.of(List.of(0), List.of(0)),
        variant);
  }

  private static OperatorHarness.Variant plain() {
    return new OperatorHarness.Variant(4096, false, 1, HarnessState.Kind.MEMORY);
  }

  /** Consecutive lines of one side are one part. */
  private static List<InputChanges> parts(String text) {
    List<InputChanges> parts = new ArrayList<>();
    for (String line : text.strip().split("\n", -1)) {
      int input = line.startsWith("L") ? 0 : 1;
      List<Change> changes =
          ChangelogText.parse(input == 0 ? LEFT : RIGHT, line.substring(1).strip());
      if (!parts.isEmpty() && parts.get(parts.size() - 1).input() == input) {
        parts.get(parts.size() - 1).changes().addAll(changes);
      } else {
        parts.add(new InputChanges(input, new ArrayList<>(changes)));
      }
    }
    return parts;
  }

  @Test
  void equalRowsCountAsOftenAsTheyAreThere() {
    verify(
        JoinKind.INNER,
        "L +2 1 a\nR +3 1 b\nR + 2 b",
        "+6 1 a b",
        "L - 1 a\nR - 1 b",
        "-4 1 a b",
        "L - 1 a",
        "-2 1 a b");
  }

  @Test
  void nullsMatchNothing() {
    verify(
        JoinKind.FULL,
        "L + NULL a\nR + NULL b\nL + 1 a\nR + 1 b",
        "+ NULL a NULL\n+ NULL NULL b\n+ 1 a b",
        "L - NULL a\nL - 1 a",
        "- NULL a NULL\n- 1 a b\n+ NULL NULL b");
  }

  @Test
  void anUpdateOfTheOnlyMatchShowsNoRowWithoutMatch() {
    ExecNode.Join node = join(JoinKind.LEFT, null, ChangelogMode.RETRACT);
    try (OperatorHarness harness = harness(node, plain())) {
      harness.runEpochOf(parts("L + 7 ann\nR + 7 new"));
      List<Change> output = harness.runEpochOf(parts("R - 7 new\nR + 7 sent"));
      assertThat(ChangelogText.format(node.rowType(), output))
          .isEqualTo("- 7 ann new\n+ 7 ann sent\n");
    }
  }

  @Test
  void theLastMatchThatGoesLeavesTheRowAlone() {
    verify(
        JoinKind.LEFT,
        "L + 7 ann\nR + 7 x\nR + 7 y",
        "+ 7 ann x\n+ 7 ann y",
        "R - 7 x",
        "- 7 ann x",
        "R - 7 y",
        "- 7 ann y\n+ 7 ann NULL",
        "R +2 7 z",
        "+2 7 ann z\n- 7 ann NULL");
  }

  @Test
  void semiAndAntiJoinsPutOutEachRowOnce() {
    verify(
        JoinKind.SEMI,
        "L +2 1 a\nL + 2 b\nR +5 1 x\nR + 1 y",
        "+2 1 a",
        "R -5 1 x\nR - 1 y",
        "-2 1 a");
    verify(
        JoinKind.ANTI,
        "L +2 1 a\nL + NULL b\nR +5 1 x",
        "+ NULL b",
        "R -5 1 x",
        "+2 1 a",
        "R + 1 y\nL - NULL b",
        "-2 1 a\n- NULL b");
  }

  @Test
  void aConditionDecidesForEachPair() {
    JavaExpression less =
        new JavaExpression(
            DataType.of(TypeKind.BOOLEAN),
            List.of(1, 3),
            List.of(),
            "return c1 == null || c3 == null ? null"
                + " : java.lang.Boolean.valueOf(c1.compareTo(c3) < 0);",
            "a < b");
    verify(
        join(JoinKind.FULL, less, ChangelogMode.RETRACT),
        "L + 1 m\nR + 1 a\nR + 1 z",
        "+ 1 m z\n+ NULL NULL a",
        "L + 1 A",
        "+ 1 A a\n+ 1 A z\n- NULL NULL a",
        "R - 1 z",
        "- 1 m z\n- 1 A z\n+ 1 m NULL",
        "L - 1 A",
        "- 1 A a\n+ NULL NULL a");
  }

  @Test
  void insertionsAloneCarryNoWeights() {
    ExecNode.Join node = join(JoinKind.INNER, null, ChangelogMode.APPEND);
    try (OperatorHarness harness = harness(node, plain())) {
      List<Change> output = harness.runEpochOf(parts("L + 1 a\nL + 1 a\nR + 1 b\nR + 1 b"));
      assertThat(output).hasSize(4).allMatch(change -> change.weight() == 1);
    }
  }

  /** More than a record holds, and more pairs than a batch. */
  @Test
  void manyRowsOfOneKeyComeAndGo() {
    int rows = 120;
    ExecNode.Join node = join(JoinKind.FULL, null, ChangelogMode.RETRACT);
    for (OperatorHarness.Variant variant : OperatorHarness.variants()) {
      try (OperatorHarness harness = harness(node, variant)) {
        assertThat(sum(harness, rows, '+')).as(variant.toString()).isEqualTo(rows * rows);
        assertThat(sum(harness, rows - 1, '-'))
            .as("one row of each side is left, of %s", variant)
            .isEqualTo(1 - rows * rows);
        if (harness.stateSize() >= 0) {
          assertThat(harness.stateSize()).isEqualTo(4);
        }
        assertThat(harness.runEpochOf(parts("L - 1 a" + (rows - 1)))).hasSize(2);
      }
    }
  }

  private static long sum(OperatorHarness harness, int rows, char sign) {
    List<InputChanges> parts = new ArrayList<>();
    for (int input = 0; input < 2; input++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < rows; i++) {
        text.append(sign).append(input == 0 ? " 1 a" + i : " 1 'a longer text " + i + "'");
        text.append('\n');
      }
      parts.add(
          new InputChanges(input, ChangelogText.parse(input == 0 ? LEFT : RIGHT, text.toString())));
    }
    return harness.runEpochOf(parts).stream().mapToLong(Change::weight).sum();
  }

  @Test
  void rowsThatAreTakenBackButNeverCameAreAnError() {
    ExecNode.Join node = join(JoinKind.INNER, null, ChangelogMode.RETRACT);
    try (OperatorHarness harness = harness(node, plain())) {
      assertThatThrownBy(() -> harness.runEpochOf(parts("R + 1 b\nR - 1 c")))
          .isInstanceOfSatisfying(
              MillraceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
          .hasMessageContaining("right input");
    }
  }
}
