package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** CREATE SOURCE. */
record SourceDefinition(SqlCreateSource statement, String sql) implements Definition {
  @Override
  public SqlIdentifier name() {
    return statement.name();
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.SOURCE;
  }

  @Override
  public boolean ifNotExists() {
    return statement.ifNotExists();
  }

  @Override
  public List<CatalogEntry> plan(CatalogSnapshot catalog, LongSupplier ids) {
    return List.of(
        new CatalogEntry(
            new CatalogRelation.Source(MillracePlanner.planSource(statement, ids.getAsLong())),
            sql,
            List.of()));
  }
}
