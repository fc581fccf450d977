package io.millrace.planner.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.config.DataSize;
import io.millrace.core.plan.PlanJson;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.EngineEnvironment;
import io.millrace.executor.engine.StateBackendKind;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.planner.TestCatalog;
import io.millrace.planner.adhoc.AdHocQuery;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogRelation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A view's content is what its query answers: each query of {@code equivalence/queries.sql} is kept
 * as a materialized view by an engine, asked once, and asked of DuckDB, over tables that change in
 * steps, until they are empty again. A comment {@code -- duckdb:} gives the query as DuckDB writes
 * it.
 */
class QueryEquivalenceTest {
  private static final Path RESOURCES = Path.of("src/test/resources/equivalence");
  private static final String DUCKDB = "-- duckdb:";
  private static final long FIRST_VIEW = 1000;

  private record Query(String sql, String duckDb, long id, RowType rowType) {}

  @TempDir Path directory;

  private final List<Query> queries = new ArrayList<>();
  private final Map<String, List<Object[]>> content = new LinkedHashMap<>();
  private TestCatalog catalog;
  private Engine engine;
  private DuckDb duckDb;

  @BeforeEach
  void open() throws IOException, SQLException {
    duckDb = new DuckDb();
    engine =
        Engine.open(
            new EngineConfig(
                directory,
                2,
                128,
                Duration.ofMillis(10),
                Duration.ZERO,
                1,
                StateBackendKind.MEMORY,
                DataSize.megabytes(64),
                false),
            new Connectors(List.of(), List.of()),
            EngineEnvironment.system(),
            List.of());
    String script = Files.readString(RESOURCES.resolve("catalog.sql"));
    catalog = TestCatalog.of(script);
    for (String name : catalog.names()) {
      CatalogRelation relation = catalog.find(name).orElseThrow();
      if (relation instanceof CatalogRelation.Table table) {
        engine.create(table.spec());
        duckDb.createTable(name, table.rowType());
        content.put(name, new ArrayList<>());
      } else if (relation instanceof CatalogRelation.MaterializedView view) {
        engine.create(view.spec());
      }
    }
    for (ParsedStatement statement : MillraceParser.parseScript(script)) {
      String sql = statement.text();
      if (!sql.startsWith("CREATE TABLE")) {
        duckDb.execute(sql.replace("MATERIALIZED ", ""));
      }
    }
    for (String text : Files.readString(RESOURCES.resolve("queries.sql")).split(";\n")) {
      if (!text.isBlank()) {
        createView(text.strip());
      }
    }
  }

  private void createView(String text) {
    int other = text.indexOf(DUCKDB);
    String sql = (other < 0 ? text : text.substring(0, other)).strip();
    String ofDuckDb = other < 0 ? sql : text.substring(other + DUCKDB.length()).strip();
    RelationSpec.View planned =
        MillracePlanner.planMaterializedView(
            (SqlCreateMaterializedView)
                MillraceParser.parseStatement("CREATE MATERIALIZED VIEW x AS " + sql),
            () -> FIRST_VIEW + queries.size(),
            catalog);
    RelationSpec stored = PlanJson.read(PlanJson.write(planned), RelationSpec.class);
    assertThat(stored).isEqualTo(planned);
    engine.create(stored);
    queries.add(new Query(sql, ofDuckDb, planned.id(), planned.rowType()));
  }

  @AfterEach
  void close() throws SQLException {
    engine.close();
    duckDb.close();
  }

  @Test
  void viewsAreWhatTheirQueriesAnswer() throws SQLException {
    compare("empty tables");
    Random random = new Random(42);
    for (int step = 1; step <= 4; step++) {
      for (String table : content.keySet()) {
        change(table, random);
      }
      compare("step " + step);
    }
    for (String table : content.keySet()) {
      apply(table, content.get(table), List.of());
    }
    compare("empty tables again");
  }

  /** Takes away a third of the rows and adds some, many of them equal to others. */
  private void change(String table, Random random) throws SQLException {
    List<Object[]> gone =
        content.get(table).stream().filter(row -> random.nextInt(3) == 0).toList();
    CatalogRelation.Table relation = (CatalogRelation.Table) catalog.find(table).orElseThrow();
    List<Object[]> come = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Object[] row = RandomRows.row(relation.rowType(), random);
      boolean free =
          relation.spec().primaryKey().isEmpty()
              || content.get(table).stream()
                  .filter(other -> !gone.contains(other))
                  .noneMatch(other -> isSameKey(other, row, relation));
      boolean again =
          !relation.spec().primaryKey().isEmpty()
              && come.stream().anyMatch(other -> isSameKey(other, row, relation));
      if (free && !again) {
        come.add(row);
      }
    }
    apply(table, gone, come);
  }

  private static boolean isSameKey(Object[] a, Object[] b, CatalogRelation.Table table) {
    return table.spec().primaryKey().stream().allMatch(column -> a[column].equals(b[column]));
  }

  private void apply(String table, List<Object[]> gone, List<Object[]> come) throws SQLException {
    CatalogRelation.Table relation = (CatalogRelation.Table) catalog.find(table).orElseThrow();
    List<Object[]> rows = new ArrayList<>(gone);
    rows.addAll(come);
    long[] weights = new long[rows.size()];
    Arrays.fill(weights, 1);
    Arrays.fill(weights, 0, gone.size(), -1);
    engine.append(relation.spec().id(), rows, weights);
    List<Object[]> now = new ArrayList<>(content.get(table));
    now.removeAll(gone);
    now.addAll(come);
    content.put(table, now);
    duckDb.setRows(table, relation.rowType(), now);
  }

  private void compare(String when) throws SQLException {
    SoftAssertions all = new SoftAssertions();
    for (Query query : queries) {
      List<String> kept = rows(query.id(), query.rowType());
      all.assertThat(kept)
          .as("%s: view and DuckDB: %s", when, query.sql())
          .isEqualTo(sorted(duckDb.query(query.duckDb())));
      AdHocQuery once = AdHocAnswers.plan(query.sql(), catalog);
      all.assertThat(kept)
          .as("%s: view and query: %s", when, query.sql())
          .isEqualTo(sorted(AdHocAnswers.answer(once, this::relationRows)));
    }
    all.assertAll();
  }

  private List<Object[]> relationRows(String name) {
    if (content.containsKey(name)) {
      return content.get(name);
    }
    CatalogRelation.MaterializedView view =
        (CatalogRelation.MaterializedView) catalog.find(name).orElseThrow();
    return read(view.spec().id(), view.rowType());
  }

  private List<String> rows(long relation, RowType rowType) {
    return sorted(
        read(relation, rowType).stream().map(row -> AdHocAnswers.text(row, rowType)).toList());
  }

  private List<Object[]> read(long relation, RowType rowType) {
    List<Integer> columns = IntStream.range(0, rowType.size()).boxed().toList();
    List<Object[]> rows = new ArrayList<>();
    try (EpochRead read = engine.read(List.of(ReadRequest.all(relation, columns)))) {
      RelationRows found = read.rows(0);
      while (found.next()) {
        rows.add(found.row());
      }
    }
    return rows;
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }
}
