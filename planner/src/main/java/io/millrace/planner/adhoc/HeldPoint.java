package io.millrace.planner.adhoc;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/** Counts the memory of the rows that the operator above keeps. */
final class HeldPoint extends SingleRel implements EnumerableRel {
  private final HeldInput held;

  HeldPoint(RelNode input, HeldInput held) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.held = held;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new HeldPoint(inputs.get(0), held);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    Result rows = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preference);
    BlockBuilder block = new BlockBuilder();
    Expression input = block.append("rows", rows.block);
    block.add(
        Expressions.return_(
            null,
            Expressions.call(
                HeldRows.class,
                "of",
                List.of(input, DataContext.ROOT, implementor.stash(held, Object.class)))));
    return implementor.result(rows.physType, block.toBlock());
  }
}
