package io.millrace.planner.adhoc;

import java.util.stream.IntStream;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.logical.LogicalTableScan;

/** Makes scans of tables scans of rows that the caller supplies. */
final class ScanRule extends ConverterRule {
  static final ConverterRule INSTANCE =
      Config.INSTANCE
          .withConversion(
              LogicalTableScan.class, Convention.NONE, EnumerableConvention.INSTANCE, "ScanRule")
          .withRuleFactory(ScanRule::new)
          .toRule(ScanRule.class);

  private ScanRule(Config config) {
    super(config);
  }

  @Override
  public RelNode convert(RelNode rel) {
    return new RelationScan(
        rel.getCluster(),
        rel.getTable(),
        -1,
        IntStream.range(0, rel.getRowType().getFieldCount()).boxed().toList(),
        null);
  }
}
