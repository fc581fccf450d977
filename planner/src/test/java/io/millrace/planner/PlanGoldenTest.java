package io.millrace.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.PlanJson;
import io.millrace.core.plan.RelationSpec;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.ExplainLevel;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.planner.api.MillracePlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plans as text: {@code src/test/resources/plans/*.txt} hold queries and the plans that they must
 * have over the relations of {@code catalog.sql}. After a change on purpose, {@code mvn test
 * -Dtest=PlanGoldenTest -Dplans.renew=true} writes them anew; look at the difference.
 */
class PlanGoldenTest {
  private static final Path DIRECTORY = Path.of("src/test/resources/plans");
  private static final String SEPARATOR = "----\n";
  private static final String END = "\n====\n";

  @TestFactory
  Stream<DynamicTest> plans() throws IOException {
    TestCatalog catalog = TestCatalog.of(Files.readString(DIRECTORY.resolve("catalog.sql")));
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".txt")).sorted().toList()) {
        if (Boolean.getBoolean("plans.renew")) {
          renew(file, catalog);
        }
        for (String text : Files.readString(file).split(END)) {
          if (!text.isBlank()) {
            String sql = sql(text);
            tests.add(
                DynamicTest.dynamicTest(
                    file.getFileName() + ": " + sql,
                    () -> {
                      assertThat(withPlan(sql, catalog)).isEqualTo(text + END);
                      assertSurvivesJson(sql, catalog);
                    }));
          }
        }
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  private static void renew(Path file, TestCatalog catalog) throws IOException {
    StringBuilder renewed = new StringBuilder();
    for (String text : Files.readString(file).split(END)) {
      if (!text.isBlank()) {
        renewed.append(withPlan(sql(text), catalog));
      }
    }
    Files.writeString(file, renewed);
  }

  private static String sql(String text) {
    int separator = text.indexOf(SEPARATOR);
    return (separator < 0 ? text : text.substring(0, separator)).strip();
  }

  private static String withPlan(String sql, TestCatalog catalog) {
    return sql + "\n" + SEPARATOR + plan(sql, catalog).strip() + END;
  }

  /** Engines get plans by way of JSON. */
  private static void assertSurvivesJson(String sql, TestCatalog catalog) {
    SqlNode statement = MillraceParser.parseStatement(sql);
    RelationSpec spec;
    try {
      if (statement instanceof SqlCreateSink sink) {
        spec = MillracePlanner.planSink(sink, 99, catalog);
      } else {
        SqlNode view =
            statement instanceof SqlCreateMaterializedView
                ? statement
                : MillraceParser.parseStatement("CREATE MATERIALIZED VIEW result AS " + sql);
        spec =
            MillracePlanner.planMaterializedView(
                (SqlCreateMaterializedView) view, () -> 99, catalog);
      }
    } catch (MillraceException e) {
      return; // The file says so.
    }
    assertThat(PlanJson.read(PlanJson.write(spec), RelationSpec.class)).isEqualTo(spec);
  }

  private static String plan(String sql, TestCatalog catalog) {
    try {
      return MillracePlanner.explain(MillraceParser.parseStatement(sql), ExplainLevel.ALL, catalog);
    } catch (MillraceException e) {
      return e.code() + ": " + e.getMessage();
    }
  }
}
