package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.GuardedTable;
import io.millrace.planner.validate.Positions;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;

/** A relation whose rows the caller supplies. */
final class ScanTable extends AbstractTable implements GuardedTable {
  private final String schema;
  private final String name;
  private final RowType rowType;
  private final CatalogRelation relation;
  private final String savepoint;

  /**
   * @param relation null for a system relation
   * @param savepoint as of which it is read; null: as of now
   */
  ScanTable(
      String schema, String name, RowType rowType, CatalogRelation relation, String savepoint) {
    this.schema = schema;
    this.name = name;
    this.rowType = rowType;
    this.relation = relation;
    this.savepoint = savepoint;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return TypeConverter.toRelDataType(rowType, typeFactory);
  }

  @Override
  public void checkReadable(SqlNode node) {
    if (relation instanceof CatalogRelation.Source) {
      throw Positions.error(
          ErrorCode.WRONG_RELATION_KIND,
          node,
          "'"
              + name
              + "' is a source, and a source is not stored; create a materialized view over it and"
              + " select from that");
    }
    if (relation instanceof CatalogRelation.Sink) {
      throw Positions.error(
          ErrorCode.WRONG_RELATION_KIND,
          node,
          "'"
              + name
              + "' is a sink, and a sink cannot be read; select from what it is written from");
    }
  }

  RowType rowType() {
    return rowType;
  }

  /** The columns of a unique key in its order; empty if there is none to look rows up by. */
  List<Integer> key() {
    if (relation instanceof CatalogRelation.Table table) {
      return table.spec().primaryKey();
    }
    return relation instanceof CatalogRelation.MaterializedView view && !view.bag()
        ? view.key()
        : List.of();
  }

  ScanRequest request(
      List<Integer> columns, List<List<ScanRequest.KeyValue>> lookups, boolean repeated) {
    return new ScanRequest(
        schema,
        name,
        Optional.ofNullable(relation),
        Optional.ofNullable(savepoint),
        columns,
        lookups,
        repeated);
  }
}
