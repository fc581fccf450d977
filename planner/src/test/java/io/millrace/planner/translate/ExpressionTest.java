package io.millrace.planner.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.planner.TestCatalog;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.ByteString;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Values of expressions, compiled as the engine compiles them. {@code expressions/*.txt} hold lines
 * {@code expression => value}, or {@code => TYPE value}; a value {@code FAILS …} means that the
 * expression fails with such a message.
 */
class ExpressionTest {
  private static final String COLUMNS =
      "(i INT NOT NULL, n INT, z INT NOT NULL, imax INT NOT NULL, b BIGINT NOT NULL, bmax BIGINT,"
          + " ti TINYINT, si SMALLINT, d DOUBLE NOT NULL, r REAL, dz DOUBLE, m DECIMAL(10, 2) NOT"
          + " NULL, mn DECIMAL(10, 2), s VARCHAR NOT NULL, e VARCHAR, u VARCHAR, w VARCHAR(5), t"
          + " BOOLEAN NOT NULL, f BOOLEAN, un BOOLEAN, day DATE, ts TIMESTAMP(3), tm TIME(3), bin"
          + " VARBINARY)";

  private static final List<Object> ROW =
      Arrays.asList(
          7,
          null,
          0,
          Integer.MAX_VALUE,
          10_000_000_000L,
          Long.MAX_VALUE,
          (byte) 3,
          (short) -300,
          2.5,
          1.5f,
          0.0,
          new BigDecimal("12.35"),
          null,
          "Hello",
          "",
          null,
          "ab",
          true,
          false,
          null,
          (int) LocalDate.of(2024, 2, 29).toEpochDay(),
          LocalDateTime.of(2024, 2, 29, 13, 45, 59, 123_000_000)
              .toInstant(ZoneOffset.UTC)
              .toEpochMilli(),
          (int) (LocalTime.of(13, 45, 59, 123_000_000).toNanoOfDay() / 1_000_000),
          new ByteString(new byte[] {1, 2, (byte) 255}));

  @TestFactory
  Stream<DynamicTest> values() throws IOException {
    TestCatalog catalog =
        TestCatalog.of("CREATE SOURCE v " + COLUMNS + " WITH ('connector' = 'datagen')");
    RowType all = catalog.find("v").orElseThrow().rowType();
    ExpressionRunner runner = new ExpressionRunner(catalog);
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/expressions"))) {
      for (Path file : files.sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          if (!line.isBlank() && !line.startsWith("#")) {
            int arrow = line.lastIndexOf(" => ");
            String expression = line.substring(0, arrow).strip();
            String expected = line.substring(arrow + 4).strip();
            tests.add(
                DynamicTest.dynamicTest(
                    expression,
                    () -> assertThat(value(runner, expression, all)).isEqualTo(expected)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static String value(ExpressionRunner runner, String expression, RowType all)
      throws Throwable {
    ExpressionRunner.Planned planned;
    try {
      planned = runner.plan(expression, "v");
    } catch (MillraceException e) {
      return "REFUSED " + e.detail();
    }
    String type = planned.type() + " ";
    try {
      return type
          + text(
              planned.evaluate(ExpressionRunner.project(planned.input(), all, ROW)),
              planned.type());
    } catch (RuntimeException e) {
      return type + "FAILS " + e.getMessage();
    }
  }

  private static String text(Object value, DataType type) {
    if (value == null) {
      return "NULL";
    }
    return switch (type.kind()) {
      case VARCHAR -> "'" + value + "'";
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
      case TIMESTAMP ->
          LocalDateTime.ofEpochSecond(
                  Math.floorDiv((Long) value, 1000),
                  (int) Math.floorMod((Long) value, 1000L) * 1_000_000,
                  ZoneOffset.UTC)
              .toString();
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      default -> value.toString();
    };
  }
}
