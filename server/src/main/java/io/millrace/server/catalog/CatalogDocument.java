package io.millrace.server.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.List;
import java.util.Map;

/**
 * The catalog as it is stored.
 *
 * @param version of this format
 * @param catalogVersion grows with every change
 * @param idLimit all ids that were ever given are below it
 * @param entries in the order of their creation
 */
record CatalogDocument(int version, long catalogVersion, long idLimit, List<Entry> entries) {
  static final int VERSION = 1;

  CatalogDocument {
    entries = List.copyOf(entries);
  }

  /** A relation as it is stored. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "entry")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = RunningRelation.class, name = "relation"),
    @JsonSubTypes.Type(value = LogicalView.class, name = "view")
  })
  sealed interface Entry {
    CatalogEntry toCatalog();

    static Entry of(CatalogEntry entry) {
      CatalogRelation relation = entry.relation();
      if (relation instanceof CatalogRelation.LogicalView view) {
        return new LogicalView(view.name(), view.rowType(), view.sql(), entry.sql(), entry.reads());
      }
      Map<String, String> defaults =
          relation instanceof CatalogRelation.Table table ? table.defaults() : Map.of();
      return new RunningRelation(entry.spec().orElseThrow(), defaults, entry.sql(), entry.reads());
    }
  }

  /**
   * A relation that the engine runs.
   *
   * @param defaults of a table's columns, by name
   */
  record RunningRelation(
      RelationSpec spec, Map<String, String> defaults, String sql, List<String> reads)
      implements Entry {
    @Override
    public CatalogEntry toCatalog() {
      CatalogRelation relation;
      if (spec instanceof RelationSpec.Source source) {
        relation = new CatalogRelation.Source(source);
      } else if (spec instanceof RelationSpec.Table table) {
        relation = new CatalogRelation.Table(table, defaults);
      } else if (spec instanceof RelationSpec.View view) {
        relation = new CatalogRelation.MaterializedView(view);
      } else {
        relation = new CatalogRelation.Sink((RelationSpec.Sink) spec);
      }
      return new CatalogEntry(relation, sql, reads);
    }
  }

  /** A view that is not stored. */
  record LogicalView(String name, RowType rowType, String query, String sql, List<String> reads)
      implements Entry {
    @Override
    public CatalogEntry toCatalog() {
      return new CatalogEntry(new CatalogRelation.LogicalView(name, rowType, query), sql, reads);
    }
  }
}
