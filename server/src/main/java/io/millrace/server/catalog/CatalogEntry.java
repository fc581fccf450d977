package io.millrace.server.catalog;

import io.millrace.core.plan.RelationSpec;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.List;
import java.util.Optional;

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

  /**
   * Whether it is a part of the one relation that it reads, created and dropped with it: the late
   * rows of a view.
   */
  public boolean isOwned() {
    return relation instanceof CatalogRelation.MaterializedView view
        && view.spec().lateRowsOf().isPresent();
  }

  /** What the engine runs of it; empty for a view that is not stored. */
  public Optional<RelationSpec> spec() {
    if (relation instanceof CatalogRelation.Source source) {
      return Optional.of(source.spec());
    }
    if (relation instanceof CatalogRelation.Table table) {
      return Optional.of(table.spec());
    }
    if (relation instanceof CatalogRelation.MaterializedView view) {
      return Optional.of(view.spec());
    }
    return relation instanceof CatalogRelation.Sink sink
        ? Optional.of(sink.spec())
        : Optional.empty();
  }
}
