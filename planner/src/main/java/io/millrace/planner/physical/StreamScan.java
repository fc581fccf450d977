package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads a source, table or materialized view.
 *
 * @param columns which of the relation's columns, in this order
 */
public record StreamScan(CatalogRelation relation, List<Integer> columns) implements StreamNode {
  public StreamScan {
    columns = List.copyOf(columns);
  }

  /** Reads all columns. */
  public static StreamScan all(CatalogRelation relation) {
    return new StreamScan(relation, IntStream.range(0, relation.rowType().size()).boxed().toList());
  }

  public RelationSpec spec() {
    if (relation instanceof CatalogRelation.Source source) {
      return source.spec();
    }
    if (relation instanceof CatalogRelation.Table table) {
      return table.spec();
    }
    if (relation instanceof CatalogRelation.MaterializedView view) {
      return view.spec();
    }
    throw new IllegalStateException("A " + relation.kind() + " cannot be scanned.");
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of();
  }

  @Override
  public RowType rowType() {
    return relation.rowType().project(columns);
  }

  @Override
  public ChangelogMode changelog() {
    return relation instanceof CatalogRelation.Source
        ? ChangelogMode.APPEND
        : ChangelogMode.RETRACT;
  }

  @Override
  public UpsertKeys upsertKeys() {
    if (relation instanceof CatalogRelation.Table table && !table.spec().primaryKey().isEmpty()) {
      return UpsertKeys.of(table.spec().primaryKey()).map(this::position);
    }
    if (relation instanceof CatalogRelation.MaterializedView view && !view.bag()) {
      return UpsertKeys.of(view.key()).map(this::position);
    }
    return UpsertKeys.NONE;
  }

  @Override
  public Distribution distribution() {
    if (relation instanceof CatalogRelation.Table table) {
      List<Integer> key = table.spec().primaryKey();
      return Distribution.hash(
              key.isEmpty() ? IntStream.range(0, table.rowType().size()).boxed().toList() : key)
          .map(this::position);
    }
    if (relation instanceof CatalogRelation.MaterializedView view) {
      return Distribution.hash(view.key()).map(this::position);
    }
    return Distribution.UNKNOWN;
  }

  /** A row is late when its time is before the watermark. */
  @Override
  public Map<Integer, Long> eventTimes() {
    if (relation instanceof CatalogRelation.Source source && source.spec().timeColumn() != null) {
      int column = source.rowType().indexOf(source.spec().timeColumn());
      return position(column).map(position -> Map.of(position, 1L)).orElse(Map.of());
    }
    return Map.of();
  }

  private Optional<Integer> position(int column) {
    int position = columns.indexOf(column);
    return position < 0 ? Optional.empty() : Optional.of(position);
  }
}
