package io.millrace.planner;

import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** A catalog in memory that is filled by SQL. */
public final class TestCatalog implements CatalogReader {
  private final Map<String, CatalogRelation> relations = new LinkedHashMap<>();
  private long nextId = 1;

  /** A catalog with what these statements create, ids from 1. */
  public static TestCatalog of(String script) {
    return new TestCatalog().create(script);
  }

  public TestCatalog create(String script) {
    for (ParsedStatement statement : MillraceParser.parseScript(script)) {
      CatalogRelation relation = plan(statement.node());
      relations.put(relation.name(), relation);
    }
    return this;
  }

  private CatalogRelation plan(SqlNode node) {
    long id = nextId++;
    if (node instanceof SqlCreateSource source) {
      return new CatalogRelation.Source(MillracePlanner.planSource(source, id));
    }
    if (node instanceof SqlCreateTable table) {
      return MillracePlanner.planTable(table, id);
    }
    if (node instanceof SqlCreateMaterializedView view) {
      return new CatalogRelation.MaterializedView(
          MillracePlanner.planMaterializedView(view, () -> id, this));
    }
    if (node instanceof SqlCreateSink sink) {
      return new CatalogRelation.Sink(MillracePlanner.planSink(sink, id, this));
    }
    return MillracePlanner.validateView((SqlCreateView) node, this);
  }

  @Override
  public Optional<CatalogRelation> find(String name) {
    return Optional.ofNullable(relations.get(name));
  }

  @Override
  public Collection<String> names() {
    return relations.keySet();
  }
}
