package io.millrace.planner.catalog;

import io.millrace.planner.type.TypeConverter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;

/** A relation that is scanned. */
public final class CatalogTable extends AbstractTable {
  private final CatalogRelation relation;

  public CatalogTable(CatalogRelation relation) {
    this.relation = relation;
  }

  public CatalogRelation relation() {
    return relation;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return TypeConverter.toRelDataType(relation.rowType(), typeFactory);
  }
}
