package io.millrace.server.statement;

import io.millrace.core.plan.RelationSpec;
import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** CREATE MATERIALIZED VIEW. */
record MaterializedViewDefinition(SqlCreateMaterializedView statement, String sql)
    implements Definition {
  @Override
  public SqlIdentifier name() {
    return statement.name();
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.MATERIALIZED_VIEW;
  }

  @Override
  public boolean ifNotExists() {
    return statement.ifNotExists();
  }

  @Override
  public List<SqlIdentifier> owned() {
    return MillracePlanner.lateRowsName(statement).stream().toList();
  }

  @Override
  public List<CatalogEntry> plan(CatalogSnapshot catalog, LongSupplier ids) {
    // Planning changes the tree, so what it names comes first.
    List<String> reads = ReferencedRelations.of(statement.query());
    RelationSpec.View view = MillracePlanner.planMaterializedView(statement, ids, catalog);
    List<CatalogEntry> entries = new ArrayList<>();
    entries.add(new CatalogEntry(new CatalogRelation.MaterializedView(view), sql, reads));
    MillracePlanner.lateRows(statement, view)
        .ifPresent(
            late ->
                entries.add(
                    new CatalogEntry(
                        new CatalogRelation.MaterializedView(late), sql, List.of(view.name()))));
    return entries;
  }
}
