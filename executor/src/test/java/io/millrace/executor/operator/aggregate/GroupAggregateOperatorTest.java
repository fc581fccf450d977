package io.millrace.executor.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.OperatorHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupAggregateOperatorTest {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);
  private static final DataType DOUBLE = DataType.of(TypeKind.DOUBLE);
  private static final DataType VARCHAR = DataType.of(TypeKind.VARCHAR);
  private static final DataType BOOLEAN = DataType.of(TypeKind.BOOLEAN);
  private static final DataType COUNT = BIGINT.notNull();
  private static final int NONE = AggregateCall.NONE;

  /** An aggregation under test. */
  private static final class Case {
    private final RowType input;
    private final List<Integer> keys;
    private final List<AggregateCall> calls = new ArrayList<>();
    private boolean appendOnly;
    private ChangelogMode changelog = ChangelogMode.RETRACT;

    private Case(RowType input, Integer... keys) {
      this.input = input;
      this.keys = List.of(keys);
    }

    private Case call(AggregateFunction function, int argument, DataType type) {
      return call(function, argument, NONE, false, type);
    }

    private Case call(
        AggregateFunction function, int argument, int filter, boolean distinct, DataType type) {
      calls.add(new AggregateCall(function, argument, filter, distinct, type));
      return this;
    }

    private Case appendOnly() {
      appendOnly = true;
      return this;
    }

    private Case upsert() {
      changelog = ChangelogMode.UPSERT;
      return this;
    }

    private RowType output() {
      List<Column> columns = new ArrayList<>();
      keys.forEach(key -> columns.add(input.column(key)));
      for (int i = 0; i < calls.size(); i++) {
        columns.add(new Column("a" + i, calls.get(i).type()));
      }
      return new RowType(columns);
    }

    private OperatorFactory factory() {
      return GroupAggregateOperator.factory(
          new ExecNode.GroupAggregate(1, 0, keys, calls, appendOnly, output(), changelog), input);
    }

    private void verify(String... epochs) {
      OperatorHarness.verify(factory(), input, output(), epochs);
    }
  }

  private static RowType rowType(DataType... types) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      columns.add(new Column("f" + i, types[i]));
    }
    return new RowType(columns);
  }

  @Test
  void putsOutOneRetractionAndOneInsertionForAChangedGroup() {
    new Case(rowType(VARCHAR, BIGINT), 0)
        .call(AggregateFunction.COUNT, NONE, COUNT)
        .call(AggregateFunction.COUNT, 1, COUNT)
        .call(AggregateFunction.SUM, 1, BIGINT)
        .call(AggregateFunction.AVG, 1, DOUBLE)
        .verify(
            "+ a 1\n+ a 2\n+ b NULL\n+ NULL 7",
            "+ a 2 2 3 1.5\n+ b 1 0 NULL NULL\n+ NULL 1 1 7 7.0",
            "+ a 4\n- b NULL\n- NULL 7\n+ NULL 7",
            "- a 2 2 3 1.5\n+ a 3 3 7 2.3333333333333335\n- b 1 0 NULL NULL",
            "+ c 1\n- c 1\n- a 4\n+ a 4",
            "",
            "-1 a 1\n-1 a 2\n-1 a 4\n+3 b 5",
            "- a 3 3 7 2.3333333333333335\n+ b 3 3 15 5.0");
  }

  @Test
  void withUpsertsPutsOutTheNewRowAlone() {
    new Case(rowType(VARCHAR, BIGINT), 0)
        .call(AggregateFunction.SUM, 1, BIGINT)
        .upsert()
        .verify(
            "+ a 1\n+ b 2", "+ a 1\n+ b 2", "+ a 1\n- b 2", "+ a 2\n- b NULL", "+ c 1\n- c 1", "");
  }

  @Test
  void theGroupWithoutKeysIsThereWithoutRows() {
    new Case(rowType(BIGINT))
        .call(AggregateFunction.COUNT, NONE, COUNT)
        .call(AggregateFunction.SUM, 0, BIGINT)
        .verify("", "+ 0 NULL", "", "", "+ 5", "- 0 NULL\n+ 1 5", "- 5", "- 1 5\n+ 0 NULL", "", "");
  }

  @Test
  void withoutAggregatesItIsDistinct() {
    new Case(rowType(VARCHAR, DOUBLE), 0, 1)
        .verify(
            "+ a 0.0\n+ a -0.0\n+ b NaN",
            "+ a 0.0\n+ b NaN",
            "- a 0.0\n- b NaN",
            "- b NaN",
            "- a -0.0",
            "- a 0.0");
  }

  @Test
  void deletionsMayComeBeforeInsertionsWithinAnEpoch() {
    new Case(rowType(BIGINT, BIGINT), 0)
        .call(AggregateFunction.COUNT, NONE, COUNT)
        .call(AggregateFunction.MAX, 1, BIGINT)
        .call(AggregateFunction.MIN, 1, BIGINT)
        .call(AggregateFunction.COUNT, 1, NONE, true, COUNT)
        .verify(
            "- 1 9\n+ 1 5\n+ 1 9\n+ 1 7\n- 1 9\n+ 1 9",
            "+ 1 2 7 5 2",
            "- 1 5\n+ 1 5\n- 1 7\n+ 1 8",
            "- 1 2 7 5 2\n+ 1 2 8 5 2");
  }

  @Test
  void extremesSurviveDeletions() {
    for (String values : new String[] {"1 2 3", "-5 0 5"}) {
      String[] v = values.split(" ");
      for (TypeKind kind :
          new TypeKind[] {TypeKind.TINYINT, TypeKind.INTEGER, TypeKind.BIGINT, TypeKind.VARCHAR}) {
        DataType type = DataType.of(kind);
        if (kind == TypeKind.VARCHAR && v[0].startsWith("-")) {
          continue;
        }
        new Case(rowType(BIGINT, type), 0)
            .call(AggregateFunction.MIN, 1, type)
            .call(AggregateFunction.MAX, 1, type)
            .verify(
                line("+ 1 %2$s\n+2 1 %1$s\n+ 1 %3$s\n+ 1 NULL\n+ 2 NULL", v),
                line("+ 1 %1$s %3$s\n+ 2 NULL NULL", v),
                line("- 1 %1$s\n- 1 %3$s", v),
                line("- 1 %1$s %3$s\n+ 1 %1$s %2$s", v),
                line("- 1 %1$s", v),
                line("- 1 %1$s %2$s\n+ 1 %2$s %2$s", v),
                line("- 1 %2$s", v),
                line("- 1 %2$s %2$s\n+ 1 NULL NULL", v),
                line("- 1 NULL\n- 2 NULL", v),
                "- 1 NULL NULL\n- 2 NULL NULL");
      }
    }
  }

  private static String line(String format, String[] values) {
    return String.format(format, (Object[]) values);
  }

  @Test
  void extremesOfEveryType() {
    String[][] cases = {
      {"BOOLEAN", "false", "true"},
      {"TINYINT", "-128", "127"},
      {"SMALLINT", "-32768", "5"},
      {"INTEGER", "-2147483648", "2147483647"},
      {"BIGINT", "-9223372036854775808", "9223372036854775807"},
      {"REAL", "-1.5", "NaN"},
      {"DOUBLE", "Infinity", "NaN"},
      {"DOUBLE", "-Infinity", "-4.9E-324"},
      {"DECIMAL", "-1.25", "1.25"},
      {"WIDE", "-12345678901234567890.5", "12345678901234567890.5"},
      {"WIDE", "-0.5", "0.0"},
      {"VARCHAR", "''", "a"},
      {"VARCHAR", "é", "\uD83D\uDE00"},
      {"VARCHAR", "\uFFFD", "\uD83D\uDE00"},
      {"VARBINARY", "x00", "xff"},
      {"DATE", "0001-01-01", "2024-02-29"},
      {"TIME", "00:00", "23:59:59.999"},
      {"TIMESTAMP", "1969-12-31T23:59:59.999", "2024-01-01T00:00"}
    };
    for (String[] values : cases) {
      DataType type =
          switch (values[0]) {
            case "DECIMAL" -> DataType.decimal(18, 2);
            case "WIDE" -> DataType.decimal(38, 1);
            default -> DataType.of(TypeKind.valueOf(values[0]));
          };
      for (boolean append : new boolean[] {true, false}) {
        Case test =
            new Case(rowType(BIGINT, type), 0)
                .call(AggregateFunction.MIN, 1, type)
                .call(AggregateFunction.MAX, 1, type);
        test.appendOnly = append;
        test.verify(
            "+ 1 NULL\n+ 1 " + values[2] + "\n+ 2 " + values[1],
            line("+ 1 %3$s %3$s\n+ 2 %2$s %2$s", values),
            "+ 1 " + values[1] + "\n+ 2 " + values[2],
            line("- 1 %3$s %3$s\n+ 1 %2$s %3$s\n- 2 %2$s %2$s\n+ 2 %2$s %3$s", values));
      }
    }
  }

  @Test
  void sumsOfDoublesForgetWhatIsTakenBack() {
    new Case(rowType(BIGINT, DOUBLE), 0)
        .call(AggregateFunction.SUM, 1, DOUBLE)
        .call(AggregateFunction.AVG, 1, DOUBLE)
        .verify(
            "+ 1 0.1\n+ 1 1e300",
            "+ 1 1e300 5e299",
            "+ 1 0.2",
            "- 1 1e300 5e299\n+ 1 1e300 " + 1e300 / 3,
            "- 1 1e300",
            "- 1 1e300 " + 1e300 / 3 + "\n+ 1 0.30000000000000004 0.15000000000000002",
            "+ 1 NaN\n+ 1 Infinity",
            "- 1 0.30000000000000004 0.15000000000000002\n+ 1 NaN NaN",
            "- 1 NaN",
            "- 1 NaN NaN\n+ 1 Infinity Infinity",
            "- 1 Infinity\n- 1 0.1",
            "- 1 Infinity Infinity\n+ 1 0.2 0.2");
  }

  @Test
  void sumsOfIntegersAndDecimalsAreExact() {
    DataType wide = DataType.decimal(38, 1);
    new Case(rowType(BIGINT, BIGINT, wide, DataType.decimal(10, 2)), 0)
        .call(AggregateFunction.SUM, 1, DataType.decimal(38, 0))
        .call(AggregateFunction.SUM, 2, wide)
        .call(AggregateFunction.AVG, 2, DataType.decimal(38, 2))
        .call(AggregateFunction.SUM, 3, DataType.decimal(38, 2))
        .call(AggregateFunction.AVG, 3, DataType.decimal(38, 2))
        .verify(
            """
            +2 1 9223372036854775807 1234567890123456789012345678901234567.5 0.01
            + 1 9223372036854775807 -0.5 0.03
            """,
            "+ 1 27670116110564327421 2469135780246913578024691357802469134.5"
                + " 823045260082304526008230452600823044.83 0.05 0.02",
            """
            -2 1 9223372036854775807 1234567890123456789012345678901234567.5 0.01
            + 1 -9223372036854775808 NULL -10.00
            """,
            "- 1 27670116110564327421 2469135780246913578024691357802469134.5"
                + " 823045260082304526008230452600823044.83 0.05 0.02\n"
                + "+ 1 -1 -0.5 -0.50 -9.97 -4.99");
  }

  @Test
  void aSumThatDoesNotFitIsNullAndReportedAndComesBack() {
    Case test = new Case(rowType(BIGINT, BIGINT), 0).call(AggregateFunction.SUM, 1, BIGINT);
    test.verify(
        "+2 1 9223372036854775807",
        "+ 1 NULL",
        "- 1 9223372036854775807",
        "- 1 NULL\n+ 1 9223372036854775807");
    try (OperatorHarness harness =
        new OperatorHarness(
            test.factory(), test.input, List.of(), OperatorHarness.variants().get(0))) {
      harness.runEpoch(ChangelogText.parse(test.input, "+2 1 9223372036854775807"));
      assertThat(harness.errors())
          .containsExactly("SUM(f1): 18446744073709551614 does not fit BIGINT.");
    }
  }

  @Test
  void filtersAndDistinctStandSideBySide() {
    new Case(rowType(BIGINT, BIGINT, BOOLEAN, BOOLEAN), 0)
        .call(AggregateFunction.COUNT, NONE, 2, false, COUNT)
        .call(AggregateFunction.COUNT, 1, NONE, true, COUNT)
        .call(AggregateFunction.COUNT, 1, 2, true, COUNT)
        .call(AggregateFunction.SUM, 1, 3, true, BIGINT)
        .call(AggregateFunction.MAX, 1, 2, true, BIGINT)
        .verify(
            """
            + 1 10 true NULL
            + 1 10 false true
            +2 1 20 true true
            + 1 20 NULL false
            + 1 NULL true true
            """,
            "+ 1 4 2 2 30 20",
            """
            -2 1 20 true true
            - 1 NULL true true
            """,
            "- 1 4 2 2 30 20\n+ 1 1 2 1 10 10",
            "- 1 20 NULL false\n- 1 10 true NULL",
            "- 1 1 2 1 10 10\n+ 1 0 1 0 10 NULL");
  }

  @Test
  void manyGroupsGoOutInSeveralBatches() {
    StringBuilder rows = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 2500; i++) {
      rows.append("+ k").append(i).append(" 1\n");
      expected.append("+ k").append(i).append(" 1\n");
    }
    new Case(rowType(VARCHAR, BIGINT), 0)
        .call(AggregateFunction.SUM, 1, BIGINT)
        .verify(
            rows.toString(),
            expected.toString(),
            rows.toString().replace('+', '-'),
            expected.toString().replace('+', '-'));
  }

  @Test
  void takingBackMoreThanCameIsAnError() {
    Case test = new Case(rowType(VARCHAR, BIGINT), 0).call(AggregateFunction.SUM, 1, BIGINT);
    assertThatThrownBy(() -> test.verify("- a 1", ""))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("1 more rows were taken back than had come, for [f0 = a]");
  }
}
