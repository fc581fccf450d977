package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** CREATE VIEW. */
record ViewDefinition(SqlCreateView statement, String sql) implements Definition {
  @Override
  public SqlIdentifier name() {
    return statement.name();
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.VIEW;
  }

  @Override
  public boolean ifNotExists() {
    return statement.ifNotExists();
  }

  @Override
  public List<CatalogEntry> plan(CatalogSnapshot catalog, LongSupplier ids) {
    // Planning changes the tree, so what it names comes first.
    List<String> reads = ReferencedRelations.of(statement.query());
    return List.of(new CatalogEntry(MillracePlanner.validateView(statement, catalog), sql, reads));
  }
}
