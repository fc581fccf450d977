package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import java.util.Locale;

/** The kinds of relations by the words of SQL. */
final class Kinds {
  private Kinds() {}

  static ObjectKind of(CatalogEntry entry) {
    CatalogRelation relation = entry.relation();
    if (relation instanceof CatalogRelation.Source) {
      return ObjectKind.SOURCE;
    }
    if (relation instanceof CatalogRelation.Table) {
      return ObjectKind.TABLE;
    }
    if (relation instanceof CatalogRelation.LogicalView) {
      return ObjectKind.VIEW;
    }
    return relation instanceof CatalogRelation.MaterializedView
        ? ObjectKind.MATERIALIZED_VIEW
        : ObjectKind.SINK;
  }

  /** As it stands in messages. */
  static String word(ObjectKind kind) {
    return kind.words().toLowerCase(Locale.ROOT);
  }
}
