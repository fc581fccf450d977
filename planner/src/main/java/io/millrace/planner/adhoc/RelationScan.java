package io.millrace.planner.adhoc;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;

/** Reads the rows that the caller supplies under the scan's number. */
final class RelationScan extends TableScan implements EnumerableRel {
  private final int number;
  private final List<Integer> columns;
  private final List<List<ScanRequest.KeyValue>> lookups;

  RelationScan(
      RelOptCluster cluster,
      RelOptTable table,
      int number,
      List<Integer> columns,
      List<List<ScanRequest.KeyValue>> lookups) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), table);
    this.number = number;
    this.columns = List.copyOf(columns);
    this.lookups = lookups;
  }

  /** The name under which the rows are in the data context. */
  static String source(int number) {
    return "scan" + number;
  }

  ScanTable relation() {
    return table.unwrapOrThrow(ScanTable.class);
  }

  List<Integer> columns() {
    return columns;
  }

  RelationScan withNumber(int newNumber) {
    return new RelationScan(getCluster(), table, newNumber, columns, lookups);
  }

  RelationScan with(List<Integer> newColumns, List<List<ScanRequest.KeyValue>> newLookups) {
    return new RelationScan(getCluster(), table, number, newColumns, newLookups);
  }

  ScanRequest request(boolean repeated) {
    return relation().request(columns, lookups, repeated);
  }

  @Override
  public RelDataType deriveRowType() {
    RelDataType all = table.getRowType();
    return getCluster()
        .getTypeFactory()
        .createStructType(columns.stream().map(all.getFieldList()::get).toList());
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("number", number)
        .item("columns", columns)
        .itemIf("lookups", lookups, lookups != null);
  }

  String describe() {
    List<String> names = relation().rowType().columns().stream().map(c -> c.name()).toList();
    String text =
        "Scan "
            + String.join(".", table.getQualifiedName())
            + columns.stream().map(names::get).collect(Collectors.joining(", ", " (", ")"));
    if (lookups == null) {
      return text;
    }
    return text
        + " by "
        + lookups.size()
        + (lookups.size() == 1 ? " key" : " keys")
        + relation().key().stream().map(names::get).collect(Collectors.joining(", ", " (", ")"));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    PhysType rows =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY, false);
    return implementor.result(
        rows,
        Blocks.toBlock(
            Expressions.convert_(
                Expressions.call(DataContext.ROOT, "get", Expressions.constant(source(number))),
                Enumerable.class)));
  }
}
