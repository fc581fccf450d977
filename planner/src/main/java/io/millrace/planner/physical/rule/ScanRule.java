package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.catalog.CatalogTable;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamScan;
import java.util.List;
import org.apache.calcite.rel.core.TableScan;

/** A scan of all columns; a projection above it takes away what nobody reads. */
final class ScanRule implements PhysicalRule<TableScan> {
  @Override
  public StreamNode convert(TableScan scan, List<StreamNode> inputs) {
    CatalogTable table = scan.getTable().unwrap(CatalogTable.class);
    if (table == null) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported in a materialized view: the system table "
              + String.join(".", scan.getTable().getQualifiedName()));
    }
    if (table.relation() instanceof CatalogRelation.Sink) {
      throw new MillraceException(
          ErrorCode.WRONG_RELATION_KIND,
          "'" + table.relation().name() + "' is a sink, and a sink cannot be read");
    }
    return StreamScan.all(table.relation());
  }
}
