package io.millrace.server.statement;

import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.function.BiFunction;
import org.apache.calcite.sql.SqlNode;

/**
 * A plan that is made anew when the catalog has changed. For one thread at a time.
 *
 * @param <T> the plan
 */
final class CatalogPlan<T> {
  private final StatementSource source;
  private final Catalog catalog;
  private final BiFunction<SqlNode, CatalogSnapshot, T> planner;
  private T plan;
  private long version;

  CatalogPlan(
      StatementSource source, Catalog catalog, BiFunction<SqlNode, CatalogSnapshot, T> planner) {
    this.source = source;
    this.catalog = catalog;
    this.planner = planner;
  }

  /** The plan for the catalog as it is now. */
  T current() {
    CatalogSnapshot snapshot = catalog.snapshot();
    if (plan == null || version != snapshot.version()) {
      plan = planner.apply(source.tree(), snapshot);
      version = snapshot.version();
    }
    return plan;
  }
}
