package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** What a CREATE statement defines. */
interface Definition {
  SqlIdentifier name();

  ObjectKind kind();

  boolean ifNotExists();

  /** The names of relations that are created, and dropped, with it. */
  default List<SqlIdentifier> owned() {
    return List.of();
  }

  /**
   * Plans it.
   *
   * @param ids gives the ids of relations that need one
   * @return the relation, then those that it owns
   * @throws io.millrace.core.error.MillraceException if the statement is wrong, with the place
   */
  List<CatalogEntry> plan(CatalogSnapshot catalog, LongSupplier ids);
}
