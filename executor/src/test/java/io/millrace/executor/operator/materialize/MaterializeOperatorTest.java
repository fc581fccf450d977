package io.millrace.executor.operator.materialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.ContentScan;
import io.millrace.executor.operator.HarnessState;
import io.millrace.executor.operator.OperatorHarness;
import io.millrace.executor.operator.OperatorHarness.Variant;
import io.millrace.executor.operator.ReadableOperator;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MaterializeOperatorTest {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);
  private static final DataType VARCHAR = DataType.of(TypeKind.VARCHAR);

  private static RowType rowType(DataType... types) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      columns.add(new Column("f" + i, types[i]));
    }
    return new RowType(columns);
  }

  private static final RowType ROW = rowType(VARCHAR, BIGINT, VARCHAR);

  private static ExecNode.Materialize node(RowType rowType, boolean bag, Integer... key) {
    return new ExecNode.Materialize(1, 0, 5, List.of(key), bag, rowType, ChangelogMode.RETRACT);
  }

  private static OperatorHarness harness(
      ExecNode.Materialize node, ChangelogMode input, Variant variant) {
    return new OperatorHarness(
        MaterializeOperator.factory(node, input), node.rowType(), List.of(), variant);
  }

  private static List<Variant> variants() {
    return OperatorHarness.variants(
        Arrays.stream(HarnessState.Kind.values())
            .filter(kind -> kind != HarnessState.Kind.RESTLESS)
            .toArray(HarnessState.Kind[]::new));
  }

  /**
   * Runs a case in all variants, listening and not listening.
   *
   * @param steps for each epoch its input, its net changes and the content after it
   */
  private static void verify(ExecNode.Materialize node, ChangelogMode input, String... steps) {
    for (Variant variant : variants()) {
      for (boolean wanted : new boolean[] {true, false}) {
        try (OperatorHarness harness = harness(node, input, variant)) {
          for (int i = 0; i < steps.length; i += 3) {
            operator(harness).setChangelogWanted(wanted);
            List<Change> output = harness.runEpoch(ChangelogText.parse(node.rowType(), steps[i]));
            String as = "epoch " + i / 3 + " of " + variant + ", wanted " + wanted;
            assertThat(net(node, output)).as(as).isEqualTo(net(node, wanted ? steps[i + 1] : ""));
            assertThat(net(node, content(harness, node))).as(as).isEqualTo(net(node, steps[i + 2]));
            assertThat(net(node, scan(harness))).as(as).isEqualTo(net(node, steps[i + 2]));
          }
        }
      }
    }
  }

  private static ReadableOperator operator(OperatorHarness harness) {
    return (ReadableOperator) harness.operator(0);
  }

  private static String net(ExecNode.Materialize node, String text) {
    return net(node, ChangelogText.parse(node.rowType(), text));
  }

  private static String net(ExecNode.Materialize node, List<Change> changes) {
    return ChangelogText.net(node.rowType(), changes);
  }

  private static List<Change> content(OperatorHarness harness, ExecNode.Materialize node) {
    List<Integer> columns = IntStream.range(0, node.rowType().size()).boxed().toList();
    return rows(operator(harness).read(ReadRequest.all(5, columns)));
  }

  private static List<Change> rows(RelationRows rows) {
    List<Change> changes = new ArrayList<>();
    while (rows.next()) {
      changes.add(new Change(1, rows.row()));
    }
    assertThat(rows.next()).isFalse();
    rows.close();
    return changes;
  }

  private static List<Change> scan(OperatorHarness harness) {
    List<ChangeBatch> batches = new ArrayList<>();
    try (ContentScan scan = operator(harness).scanContent()) {
      boolean done = false;
      while (!done) {
        int before = batches.size();
        done = scan.emit(batches::add);
        assertThat(batches.size()).isBetween(before, before + 1);
      }
    }
    List<Change> changes = ChangelogText.changes(batches);
    batches.forEach(ChangeBatch::release);
    return changes;
  }

  @Test
  void keepsTheLatestRowOfEachKey() {
    verify(
        node(ROW, false, 0),
        ChangelogMode.UPSERT,
        "+ a 1 x\n+ b 2 NULL\n+ NULL 3 z",
        "+ a 1 x\n+ b 2 NULL\n+ NULL 3 z",
        "+ a 1 x\n+ b 2 NULL\n+ NULL 3 z",
        "+ a 1 x\n+ b NULL longer\n- NULL NULL NULL",
        "- b 2 NULL\n+ b NULL longer\n- NULL 3 z",
        "+ a 1 x\n+ b NULL longer",
        "- b NULL NULL\n+ c 4 ''",
        "- b NULL longer\n+ c 4 ''",
        "+ a 1 x\n+ c 4 ''");
  }

  @Test
  void retractionsAndInsertionsMayComeInAnyOrder() {
    verify(
        node(ROW, false, 0),
        ChangelogMode.RETRACT,
        "+ a 1 x\n+ b 2 y",
        "+ a 1 x\n+ b 2 y",
        "+ a 1 x\n+ b 2 y",
        "+ a 5 x\n- a 1 x\n- b 2 y\n+ b 3 y",
        "- a 1 x\n+ a 5 x\n- b 2 y\n+ b 3 y",
        "+ a 5 x\n+ b 3 y",
        // Through several rows and back to the first one.
        "+ a 6 x\n- a 7 x\n+ a 7 x\n- a 6 x\n- c 1 1\n+ c 1 1\n- b 3 y",
        "- b 3 y",
        "+ a 5 x",
        "- a 5 x\n+ a 5 x\n+ a 8 NULL\n- a 5 x\n+ b NULL NULL",
        "- a 5 x\n+ a 8 NULL\n+ b NULL NULL",
        "+ a 8 NULL\n+ b NULL NULL",
        "- a 8 NULL\n- b NULL NULL",
        "- a 8 NULL\n- b NULL NULL",
        "");
  }

  @Test
  void countsRowsWithoutAKey() {
    verify(
        node(rowType(VARCHAR, BIGINT), true),
        ChangelogMode.RETRACT,
        "+3 a 1\n+ b NULL\n+ a 1",
        "+4 a 1\n+ b NULL",
        "+4 a 1\n+ b NULL",
        "-2 a 1\n- b NULL\n- c 1\n+ c 1",
        "-2 a 1\n- b NULL",
        "+2 a 1",
        "-3 a 1\n+ a 1",
        "-2 a 1",
        "");
  }

  @Test
  void aRelationWithoutKeyColumnsHasOneRow() {
    verify(
        node(ROW, false),
        ChangelogMode.UPSERT,
        "+ a 1 x",
        "+ a 1 x",
        "+ a 1 x",
        "+ a 2 x",
        "- a 1 x\n+ a 2 x",
        "+ a 2 x");
  }

  @Test
  void keepsEveryTypeInsideAndOutsideTheKey() {
    List<DataType> types = new ArrayList<>();
    for (TypeKind kind : TypeKind.values()) {
      types.add(kind == TypeKind.DECIMAL ? DataType.decimal(18, 2) : DataType.of(kind));
    }
    types.add(DataType.decimal(38, 1));
    types.addAll(List.copyOf(types));
    RowType rowType = rowType(types.toArray(DataType[]::new));
    Integer[] key = IntStream.range(0, types.size() / 2).boxed().toArray(Integer[]::new);
    String half =
        "true 1 2 3 4 1.5 NaN 1.25 häß x00ff 2024-02-29 12:34:56.789 1969-12-31T23:59:59.999"
            + " 12345678901234567890.5";
    String other =
        "false -1 -2 -3 -4 -1.5 -2.5 -1.25 'it''s' x 0001-01-01 00:00 2024-01-01T00:00 -0.5";
    String nulls = "NULL ".repeat(types.size() / 2);
    String rows = "+ " + half + " " + other + "\n+ " + other + " " + half + "\n";
    String nullRow = "+ " + nulls + nulls;
    String change = "- " + half + " " + other + "\n+ " + half + " " + nulls;
    verify(
        node(rowType, false, key),
        ChangelogMode.RETRACT,
        rows + nullRow,
        rows + nullRow,
        rows + nullRow,
        change,
        change,
        rows + nullRow + "\n" + change);
  }

  @Test
  void manyColumnsHaveNullBitsInSeveralWords() {
    DataType[] types = new DataType[140];
    Arrays.fill(types, BIGINT);
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < types.length; i++) {
      row.append(i % 3 == 1 ? " NULL" : " " + i);
    }
    String changed = row.toString().replace(" 138", " NULL");
    verify(
        node(rowType(types), false, 0),
        ChangelogMode.RETRACT,
        "+" + row,
        "+" + row,
        "+" + row,
        "-" + row + "\n+" + changed,
        "-" + row + "\n+" + changed,
        "+" + changed);
  }

  @Test
  void wrongChangesAreErrorsThatNameTheKey() {
    String[][] cases = {
      {"- a 1 x", "a row is deleted that is not there: [a, 1, x], for [f0 = a]"},
      {"+ a 1 x\n- a 2 x", "a row is deleted that is not there: [a, 2, x], for [f0 = a]"},
      {"+ a 1 x\n+ a 2 x", "there would be two rows for [f0 = a]"},
      {"+2 a 1 x", "there would be two rows for [f0 = a]"}
    };
    for (String[] wrong : cases) {
      assertThatThrownBy(() -> verify(node(ROW, false, 0), ChangelogMode.RETRACT, wrong[0], "", ""))
          .isInstanceOf(MillraceException.class)
          .hasMessageContaining(wrong[1]);
    }
    assertThatThrownBy(() -> verify(node(ROW, false, 0), ChangelogMode.UPSERT, "- a 1 x", "", ""))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("a row is deleted that is not there: [f0 = a]");
    assertThatThrownBy(() -> verify(node(ROW, true), ChangelogMode.RETRACT, "- a 1 x", "", ""))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("a row is deleted that is not there: [a, 1, x]");
  }

  @Test
  void looksRowsUpByKey() {
    RowType rowType = rowType(DataType.decimal(10, 2), VARCHAR, BIGINT);
    ExecNode.Materialize node = node(rowType, false, 1, 0);
    for (Variant variant : variants()) {
      try (OperatorHarness harness = harness(node, ChangelogMode.UPSERT, variant)) {
        harness.runEpoch(ChangelogText.parse(rowType, "+ 1.50 a 1\n+ 2.00 b NULL\n+ NULL b 3"));
        List<Object[]> keys = new ArrayList<>();
        keys.add(new Object[] {"a", new BigDecimal("1.5")});
        keys.add(new Object[] {"b", null});
        keys.add(new Object[] {"a", new BigDecimal("1.505")});
        keys.add(new Object[] {"c", new BigDecimal("1")});
        List<Change> found = rows(operator(harness).read(new ReadRequest(5, List.of(2, 0), keys)));
        assertThat(ChangelogText.net(rowType.project(List.of(2, 0)), found))
            .isEqualTo("+ 1 1.50\n+ 3 NULL\n");
      }
    }
  }

  @Test
  void aPictureStaysWhileTheOperatorGoesOn() {
    for (Variant variant : variants()) {
      if (variant.restore()) {
        continue;
      }
      try (OperatorHarness harness = harness(node(ROW, false, 0), ChangelogMode.UPSERT, variant)) {
        harness.runEpoch(ChangelogText.parse(ROW, "+ a 1 x\n+ b 2 y"));
        RelationRows before = operator(harness).read(ReadRequest.all(5, List.of(0, 1, 2)));
        List<ChangeBatch> scanned = new ArrayList<>();
        try (ContentScan scan = operator(harness).scanContent()) {
          harness.runEpoch(ChangelogText.parse(ROW, "+ a 9 longer\n- b NULL NULL\n+ c 3 z"));
          while (!scan.emit(scanned::add)) {
            assertThat(scanned).isNotEmpty();
          }
        }
        assertThat(ChangelogText.net(ROW, rows(before))).isEqualTo("+ a 1 x\n+ b 2 y\n");
        assertThat(ChangelogText.net(ROW, ChangelogText.changes(scanned)))
            .isEqualTo("+ a 1 x\n+ b 2 y\n");
        scanned.forEach(ChangeBatch::release);
      }
    }
  }

  @Test
  void manyRowsGoOutInSeveralBatches() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 9000; i++) {
      text.append("+ k").append(i).append(" ").append(i).append(" v").append(i).append('\n');
    }
    Variant variant = new Variant(4096, false, 1, HarnessState.Kind.MEMORY);
    try (OperatorHarness harness = harness(node(ROW, false, 0), ChangelogMode.UPSERT, variant)) {
      operator(harness).setChangelogWanted(true);
      List<Change> rows = ChangelogText.parse(ROW, text.toString());
      assertThat(harness.runEpoch(rows)).hasSize(9000);
      assertThat(ChangelogText.net(ROW, scan(harness))).isEqualTo(ChangelogText.net(ROW, rows));
    }
  }

  @Test
  void randomHistoriesInRandomOrderLeaveTheRightRows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (Variant variant : variants()) {
      try (OperatorHarness harness = harness(node(ROW, false, 0), ChangelogMode.RETRACT, variant)) {
        Object[][] rows = new Object[6][];
        List<Change> all = new ArrayList<>();
        for (int epoch = 0; epoch < 20; epoch++) {
          operator(harness).setChangelogWanted(true);
          List<Change> changes = new ArrayList<>();
          for (int i = random.nextInt(20); i > 0; i--) {
            int key = random.nextInt(rows.length);
            if (rows[key] != null) {
              changes.add(new Change(-1, rows[key]));
            }
            rows[key] =
                random.nextInt(4) == 0
                    ? null
                    : new Object[] {"k" + key, (long) random.nextInt(3), "v" + random.nextInt(2)};
            if (rows[key] != null) {
              changes.add(new Change(1, rows[key]));
            }
          }
          Collections.shuffle(changes, random);
          List<Change> output = harness.runEpoch(changes);
          all.addAll(output);
          assertThat(ChangelogText.net(ROW, output))
              .as("seed " + seed)
              .isEqualTo(ChangelogText.net(ROW, changes));
          assertThat(ChangelogText.net(ROW, scan(harness)))
              .as("seed " + seed)
              .isEqualTo(ChangelogText.net(ROW, all));
        }
      }
    }
  }
}
