package io.millrace.server.system;

import io.millrace.planner.catalog.CatalogRelation;
import java.util.List;

/** The primary keys of tables, and their names. */
public final class PrimaryKeys {
  private PrimaryKeys() {}

  /** The columns of a relation's primary key in the key's order; empty if it has none. */
  public static List<Integer> columns(CatalogRelation relation) {
    return relation instanceof CatalogRelation.Table table ? table.spec().primaryKey() : List.of();
  }

  /** The name of a table's primary key. */
  public static String constraintName(String table) {
    return table + "_pkey";
  }
}
