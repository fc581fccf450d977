package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** CREATE TABLE. */
record TableDefinition(SqlCreateTable statement, String sql) implements Definition {
  @Override
  public SqlIdentifier name() {
    return statement.name();
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.TABLE;
  }

  @Override
  public boolean ifNotExists() {
    return statement.ifNotExists();
  }

  @Override
  public List<CatalogEntry> plan(CatalogSnapshot catalog, LongSupplier ids) {
    return List.of(
        new CatalogEntry(MillracePlanner.planTable(statement, ids.getAsLong()), sql, List.of()));
  }
}
