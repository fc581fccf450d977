package io.millrace.planner.adhoc;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableValues;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;

/**
 * Passes rows on until the query is cancelled. It stands behind whatever can make many rows of few
 * without reading a relation, whose scans look for themselves.
 */
final class CancelPoint extends SingleRel implements EnumerableRel {
  private CancelPoint(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  /** The plan with such points where they are needed. */
  static EnumerableRel addTo(EnumerableRel plan) {
    return (EnumerableRel)
        plan.accept(
            new RelHomogeneousShuttle() {
              @Override
              public RelNode visit(RelNode other) {
                RelNode rel = super.visit(other);
                boolean many =
                    rel instanceof Join
                        || rel instanceof Correlate
                        || rel instanceof EnumerableValues;
                return many ? new CancelPoint(rel) : rel;
              }
            });
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new CancelPoint(inputs.get(0));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    Result rows = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preference);
    BlockBuilder block = new BlockBuilder();
    Expression input = block.append("rows", rows.block);
    block.add(
        Expressions.return_(
            null, Expressions.call(CancellableRows.class, "of", List.of(input, DataContext.ROOT))));
    return implementor.result(rows.physType, block.toBlock());
  }
}
