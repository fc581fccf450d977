package io.millrace.planner.catalog;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;

/** The catalog's relations as a schema of Calcite. */
public final class CatalogSchema extends AbstractSchema {
  private final CatalogReader catalog;
  private final Function<CatalogRelation, Table> scans;

  /**
   * @param scans makes the table of a relation that is neither a logical view nor a sink
   */
  public CatalogSchema(CatalogReader catalog, Function<CatalogRelation, Table> scans) {
    this.catalog = catalog;
    this.scans = scans;
  }

  @Override
  public Lookup<Table> tables() {
    return new Lookup<>() {
      @Override
      public Table get(String name) {
        return catalog.find(name).map(CatalogSchema.this::table).orElse(null);
      }

      @Override
      public Named<Table> getIgnoreCase(String name) {
        Table table = get(name);
        return table == null ? null : new Named<>(name, table);
      }

      @Override
      public Set<String> getNames(LikePattern pattern) {
        Set<String> names = new TreeSet<>();
        catalog.names().stream().filter(pattern.matcher()::apply).forEach(names::add);
        return names;
      }
    };
  }

  private Table table(CatalogRelation relation) {
    return relation instanceof CatalogRelation.LogicalView view
        ? new CatalogViewTable(view)
        : scans.apply(relation);
  }
}
