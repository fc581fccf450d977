package io.millrace.server.testing;

import io.millrace.connector.BuiltInConnectors;
import io.millrace.core.config.DataSize;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.EngineEnvironment;
import io.millrace.executor.engine.StateBackendKind;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.config.Setting;
import io.millrace.server.dml.PlannedChange;
import io.millrace.server.dml.TableChanges;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import io.millrace.server.query.QueryMemory;
import io.millrace.server.result.RowCursor;
import io.millrace.server.system.SystemTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;

/** Queries, changes and system tables over a real engine in a directory, without sessions. */
public final class QueryFixture implements AutoCloseable {
  private static final int PAGE = 100;

  private final Engine engine;
  private final Queries queries;
  private final TableChanges changes;
  private volatile CatalogSnapshot catalog = new CatalogSnapshot(0, List.of());
  private long nextId = 1;

  public QueryFixture(Path directory) {
    this(directory, new QueryMemory(DataSize.megabytes(256)));
  }

  public QueryFixture(Path directory, QueryMemory memory) {
    engine =
        Engine.open(
            new EngineConfig(
                directory,
                2,
                128,
                Duration.ofMillis(20),
                Duration.ZERO,
                3,
                StateBackendKind.MEMORY,
                DataSize.megabytes(256),
                false),
            BuiltInConnectors.create(),
            EngineEnvironment.system(),
            List.of());
    SystemTables system =
        new SystemTables(
            () -> catalog,
            engine::status,
            engine::savepoints,
            () -> List.of(new Setting("workers", "2", "threads that compute")),
            "test");
    queries = new Queries(engine, system, Clock.system(), memory);
    changes = new TableChanges(engine, queries);
  }

  public Engine engine() {
    return engine;
  }

  public CatalogSnapshot catalog() {
    return catalog;
  }

  public Queries queries() {
    return queries;
  }

  public TableChanges changes() {
    return changes;
  }

  /** Creates relations. */
  public QueryFixture create(String script) {
    for (ParsedStatement statement : MillraceParser.parseScript(script)) {
      CatalogRelation relation = plan(statement.node(), nextId++);
      List<CatalogEntry> entries = new ArrayList<>(catalog.entries());
      entries.add(new CatalogEntry(relation, statement.text(), List.of()));
      spec(relation).ifPresent(engine::create);
      catalog = new CatalogSnapshot(catalog.version() + 1, entries);
    }
    return this;
  }

  private CatalogRelation plan(SqlNode node, long id) {
    if (node instanceof SqlCreateSource source) {
      return new CatalogRelation.Source(MillracePlanner.planSource(source, id));
    }
    if (node instanceof SqlCreateTable table) {
      return MillracePlanner.planTable(table, id);
    }
    if (node instanceof SqlCreateMaterializedView view) {
      return new CatalogRelation.MaterializedView(
          MillracePlanner.planMaterializedView(view, () -> id, catalog));
    }
    if (node instanceof SqlCreateSink sink) {
      return new CatalogRelation.Sink(MillracePlanner.planSink(sink, id, catalog));
    }
    return MillracePlanner.validateView((SqlCreateView) node, catalog);
  }

  private static java.util.Optional<RelationSpec> spec(CatalogRelation relation) {
    if (relation instanceof CatalogRelation.Source source) {
      return java.util.Optional.of(source.spec());
    } else if (relation instanceof CatalogRelation.Table table) {
      return java.util.Optional.of(table.spec());
    } else if (relation instanceof CatalogRelation.MaterializedView view) {
      return java.util.Optional.of(view.spec());
    } else if (relation instanceof CatalogRelation.Sink sink) {
      return java.util.Optional.of(sink.spec());
    }
    return java.util.Optional.empty();
  }

  public PlannedQuery plan(String sql) {
    return queries.plan(MillraceParser.parseStatement(sql), catalog);
  }

  public RowCursor open(String sql, Object... parameters) {
    return queries.run(plan(sql), Arrays.asList(parameters), new AtomicBoolean(), "somebody");
  }

  /** All rows of a query, in its order. */
  public List<List<Object>> query(String sql, Object... parameters) {
    try (RowCursor cursor = open(sql, parameters)) {
      List<List<Object>> rows = new ArrayList<>();
      while (!cursor.ended()) {
        cursor.next(PAGE, Duration.ZERO).forEach(row -> rows.add(Arrays.asList(row)));
      }
      return rows;
    }
  }

  /** All rows as text: values separated by commas, rows by semicolons. */
  public String text(String sql, Object... parameters) {
    return query(sql, parameters).stream()
        .map(row -> row.stream().map(QueryFixture::text).collect(Collectors.joining(",")))
        .collect(Collectors.joining(";"));
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  /** Executes INSERT, UPDATE or DELETE, and returns the number of rows. */
  public long execute(String sql, Object... parameters) {
    PlannedChange change = changes.plan(MillraceParser.parseStatement(sql), catalog);
    return changes.execute(change, Arrays.asList(parameters), new AtomicBoolean(), "somebody");
  }

  public RowCursor subscribe(String sql) {
    return queries.subscribe((SqlSubscribe) MillraceParser.parseStatement(sql), catalog);
  }

  @Override
  public void close() {
    engine.close();
    if (engine.unreleasedBytes() != 0) {
      throw new IllegalStateException(engine.unreleasedBytes() + " bytes were not released.");
    }
  }
}
