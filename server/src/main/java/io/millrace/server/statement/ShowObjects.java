package io.millrace.server.statement;

import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.SqlShowObjects;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.session.PreparedStatement;
import java.util.List;

/** SHOW TABLES, SOURCES, VIEWS, MATERIALIZED VIEWS and SINKS: names, in their order. */
final class ShowObjects {
  private static final RowType COLUMNS = TextTable.columns("name");

  private ShowObjects() {}

  static PreparedStatement prepare(SqlShowObjects statement, String sql, Catalog catalog) {
    return ActionStatement.rows(
        sql, COLUMNS, cancelled -> TextTable.rows(COLUMNS, names(statement, catalog)));
  }

  private static List<Object[]> names(SqlShowObjects statement, Catalog catalog) {
    LikePattern like = new LikePattern(statement.likePattern());
    return catalog.snapshot().entries().stream()
        .filter(entry -> Kinds.of(entry) == statement.kind())
        .map(CatalogEntry::name)
        .filter(like::matches)
        .sorted()
        .map(name -> new Object[] {name})
        .toList();
  }
}
