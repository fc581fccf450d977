package io.millrace.server.statement;

import io.millrace.parser.ddl.ObjectKind;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.function.LongSupplier;
import org.apache.calcite.sql.SqlIdentifier;

/** What a CREATE statement defines. */
interface Definition {
  SqlIdentifier name();

  ObjectKind kind();

  boolean ifNotExists();

  /**
   * Plans it.
   *
   * @param ids gives the relation's id, if it needs one
   * @throws io.millrace.core.error.MillraceException if the statement is wrong, with the place
   */
  CatalogEntry plan(CatalogSnapshot catalog, LongSupplier ids);
}
