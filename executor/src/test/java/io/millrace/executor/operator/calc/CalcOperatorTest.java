package io.millrace.executor.operator.calc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CalcOperatorTest {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);
  private static final DataType BOOLEAN = DataType.of(TypeKind.BOOLEAN);
  private static final DataType VARCHAR = DataType.of(TypeKind.VARCHAR);

  private final BufferAllocator allocator = new RootAllocator();
  private final List<String> errors = new ArrayList<>();

  @AfterEach
  void freesAllMemory() {
    allocator.close();
  }

  private static JavaExpression java(DataType type, String body, Integer... inputs) {
    return new JavaExpression(type, List.of(inputs), List.of(), body, body);
  }

  private static RowType rowType(DataType... types) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      columns.add(new Column("f" + i, types[i]));
    }
    return new RowType(columns);
  }

  private String run(
      RowType inputType,
      ScalarExpression condition,
      List<ScalarExpression> projections,
      String input) {
    RowType outputType =
        rowType(projections.stream().map(ScalarExpression::type).toArray(DataType[]::new));
    ExecNode.Calc node =
        new ExecNode.Calc(1, 0, condition, projections, outputType, ChangelogMode.RETRACT);
    OperatorContext context =
        new OperatorContext(
            "calc", 0, 1, allocator, null, (text, cause) -> errors.add(text + ": " + cause));
    List<ChangeBatch> emitted = new ArrayList<>();
    try (Operator operator = CalcOperator.factory(node, inputType).create(context)) {
      ChangeBatch batch = ChangelogText.batch(inputType, input, allocator);
      operator.process(0, batch, emitted::add);
      batch.release();
    }
    String text = ChangelogText.format(outputType, ChangelogText.changes(emitted));
    emitted.forEach(ChangeBatch::release);
    return text;
  }

  @Test
  void filtersAndProjectsAndKeepsWeights() {
    RowType input = rowType(BIGINT, VARCHAR);
    JavaExpression condition =
        java(BOOLEAN, "return c0 == null ? null : Boolean.valueOf(c0.longValue() > 1);", 0);
    JavaExpression next =
        java(BIGINT, "return c0 == null ? null : Long.valueOf(c0.longValue() + 1);", 0);
    assertThat(
            run(
                input,
                condition,
                List.of(new InputReference(1, VARCHAR), next),
                """
                + 1 a
                -3 2 b
                + NULL c
                +2 3 NULL
                """))
        .isEqualTo(
            """
            -3 b 3
            +2 NULL 4
            """);
  }

  @Test
  void passesSharedColumnsOnWhenAllRowsPass() {
    RowType input = rowType(BIGINT, VARCHAR);
    assertThat(
            run(
                input,
                null,
                List.of(new InputReference(1, VARCHAR), new InputReference(0, BIGINT)),
                "+ 1 a\n- 2 b"))
        .isEqualTo("+ a 1\n- b 2\n");
  }

  @Test
  void putsNothingOutWhenNoRowPasses() {
    assertThat(
            run(
                rowType(BOOLEAN),
                new InputReference(0, BOOLEAN),
                List.of(new InputReference(0, BOOLEAN)),
                "+ false\n+ NULL"))
        .isEmpty();
  }

  @Test
  void aBooleanColumnMayBeTheCondition() {
    RowType input = rowType(BOOLEAN.notNull(), BIGINT);
    assertThat(
            run(
                input,
                new InputReference(0, BOOLEAN.notNull()),
                List.of(new InputReference(1, BIGINT)),
                "+ false 1\n+ true 2"))
        .isEqualTo("+ 2\n");
  }

  @Test
  void anErrorMakesOneValueNullAndLeavesItsNeighboursAlone() {
    DataType bigint = BIGINT.notNull();
    RowType input = rowType(bigint, bigint);
    JavaExpression quotient = java(BIGINT, "return Long.valueOf(c0 / c1);", 0, 1);
    JavaExpression quotientNotNull = java(bigint, "return c0 / c1;", 0, 1);
    JavaExpression sum = java(bigint, "return c0 + c1;", 0, 1);
    assertThat(run(input, null, List.of(quotient, sum, quotientNotNull), "+ 6 2\n+ 1 0\n+ 8 4"))
        .isEqualTo("+ 3 8 3\n+ NULL 1 NULL\n+ 2 12 2\n");
    assertThat(errors)
        .containsExactly(
            "return Long.valueOf(c0 / c1);: java.lang.ArithmeticException: / by zero",
            "return c0 / c1;: java.lang.ArithmeticException: / by zero");
  }

  @Test
  void anErrorInTheConditionIsNotTrue() {
    DataType bigint = BIGINT.notNull();
    JavaExpression condition = java(BOOLEAN.notNull(), "return 10 / c0 > 1;", 0);
    assertThat(
            run(
                rowType(bigint),
                condition,
                List.of(new InputReference(0, bigint)),
                "+ 2\n+ 0\n+ 20\n+ 3"))
        .isEqualTo("+ 2\n+ 3\n");
    assertThat(errors).hasSize(1);
  }

  @Test
  void readsAndWritesEveryTypeUnchanged() {
    for (boolean nullable : new boolean[] {true, false}) {
      List<DataType> types = new ArrayList<>();
      for (TypeKind kind : TypeKind.values()) {
        types.add(kind == TypeKind.DECIMAL ? DataType.decimal(18, 2) : DataType.of(kind));
      }
      types.add(DataType.decimal(38, 1));
      types.replaceAll(type -> type.withNullable(nullable));
      List<ScalarExpression> copies = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        copies.add(java(types.get(i), "return c" + i + ";", i));
      }
      String rows =
          """
          + true 1 2 3 4 1.5 2.5 1.25 häß x00ff 2024-02-29 12:34:56.789 1969-12-31T23:59:59.999 12345678901234567890.5
          - false -1 -2 -3 -4 -1.5 NaN -1.25 'it''s here' x 0001-01-01 00:00 2024-01-01T00:00 -12345678901234567890.5
          """;
      if (nullable) {
        rows += "+ NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL\n";
      }
      RowType input = rowType(types.toArray(DataType[]::new));
      assertThat(run(input, null, copies, rows)).isEqualTo(rows);
      JavaExpression notFirst =
          java(
              BOOLEAN.notNull(),
              "return c1 != 1;"
                  .replace("c1 != 1", nullable ? "c1 == null || c1.byteValue() != 1" : "c1 != 1"),
              1);
      assertThat(run(input, notFirst, copies, rows))
          .isEqualTo(rows.substring(rows.indexOf('\n') + 1));
      assertThat(errors).isEmpty();
    }
  }

  @Test
  void roundsDecimalsHalfUpAndRefusesTooManyDigits() {
    DataType text = VARCHAR.notNull();
    JavaExpression small = java(DataType.decimal(4, 2), "return new java.math.BigDecimal(c0);", 0);
    JavaExpression large = java(DataType.decimal(20, 1), "return new java.math.BigDecimal(c0);", 0);
    assertThat(
            run(
                rowType(text),
                null,
                List.of(small, large),
                "+ 1.005\n+ -1.005\n+ 99.994\n+ 99.995\n+ 9999999999999999999.94\n+ 1e19"))
        .isEqualTo(
            """
            + 1.01 1.0
            + -1.01 -1.0
            + 99.99 100.0
            + NULL 100.0
            + NULL 9999999999999999999.9
            + NULL NULL
            """);
    assertThat(errors).hasSize(4);
    assertThat(errors.get(0)).contains("99.995 does not fit DECIMAL(4, 2).");
  }

  @Test
  void membersAreStaticMembersOfTheExpression() {
    JavaExpression matches =
        new JavaExpression(
            BOOLEAN,
            List.of(0),
            List.of(
                "private static final java.util.regex.Pattern P ="
                    + " java.util.regex.Pattern.compile(\"a+\");"),
            "return c0 == null ? null : Boolean.valueOf(P.matcher(c0).matches());",
            "c0 SIMILAR TO 'a+'");
    assertThat(run(rowType(VARCHAR), null, List.of(matches, matches), "+ aa\n+ b\n+ NULL"))
        .isEqualTo("+ true true\n+ false false\n+ NULL NULL\n");
  }

  @Test
  void hugeExpressionsCompile() {
    StringBuilder body = new StringBuilder("long x = c0;\n");
    for (int i = 0; i < 3000; i++) {
      body.append("x = x * 31 + ").append(i).append(";\n");
    }
    List<ScalarExpression> projections = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      projections.add(
          java(BIGINT.notNull(), (i < 5 ? body : "long x = c0 + " + i + ";\n") + "return x;", 0));
    }
    String result = run(rowType(BIGINT.notNull()), null, projections, "+ 1");
    assertThat(result).endsWith(" 199 200\n");
    assertThat(errors).isEmpty();
  }

  @Test
  void sourceThatDoesNotCompileIsAnInternalError() {
    assertThatThrownBy(
            () -> run(rowType(BIGINT), null, List.of(java(BIGINT, "return nonsense;", 0)), "+ 1"))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("does not compile");
  }
}
