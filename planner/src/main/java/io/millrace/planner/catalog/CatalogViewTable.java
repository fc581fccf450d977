package io.millrace.planner.catalog;

import io.millrace.planner.type.TypeConverter;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A view that is replaced by its query where it is used. */
public final class CatalogViewTable extends AbstractTable implements TranslatableTable {
  private final CatalogRelation.LogicalView view;

  public CatalogViewTable(CatalogRelation.LogicalView view) {
    this.view = view;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return TypeConverter.toRelDataType(view.rowType(), typeFactory);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    List<String> path = List.of(CatalogReader.SCHEMA, view.name());
    RelNode query =
        context.expandView(table.getRowType(), view.sql(), List.of(CatalogReader.SCHEMA), path).rel;
    return RelOptUtil.createCastRel(query, table.getRowType(), true);
  }
}
