package io.millrace.server.catalog;

import io.millrace.planner.catalog.CatalogRelation;
import java.util.List;

/**
 * A relation of the catalog.
 *
 * @param sql the statement that created it, as written
 * @param reads the names of the relations that it reads itself, views that are not stored included
 */
public record CatalogEntry(CatalogRelation relation, String sql, List<String> reads) {
  public CatalogEntry {
    reads = List.copyOf(reads);
  }

  public String name() {
    return relation.name();
  }
}
