package io.millrace.server.system;

import io.millrace.planner.catalog.CatalogRelation;
import java.util.OptionalLong;

/** What the engine and the standard call the relations of the catalog. */
final class Relations {
  private Relations() {}

  /** The engine's number; empty for a view that is not stored. */
  static OptionalLong id(CatalogRelation relation) {
    if (relation instanceof CatalogRelation.Source source) {
      return OptionalLong.of(source.spec().id());
    } else if (relation instanceof CatalogRelation.Table table) {
      return OptionalLong.of(table.spec().id());
    } else if (relation instanceof CatalogRelation.MaterializedView view) {
      return OptionalLong.of(view.spec().id());
    } else if (relation instanceof CatalogRelation.Sink sink) {
      return OptionalLong.of(sink.spec().id());
    }
    return OptionalLong.empty();
  }

  /** As {@code information_schema.tables} has it in {@code table_type}. */
  static String tableType(CatalogRelation relation) {
    if (relation instanceof CatalogRelation.Table) {
      return "BASE TABLE";
    } else if (relation instanceof CatalogRelation.MaterializedView) {
      return "MATERIALIZED VIEW";
    } else if (relation instanceof CatalogRelation.Source) {
      return "SOURCE";
    } else if (relation instanceof CatalogRelation.Sink) {
      return "SINK";
    }
    return "VIEW";
  }
}
