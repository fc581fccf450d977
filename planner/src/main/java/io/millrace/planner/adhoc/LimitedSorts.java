package io.millrace.planner.adhoc;

import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;

/** Makes one operator of a sort and the limit above it, which keeps only the first rows. */
final class LimitedSorts extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    return rel instanceof EnumerableLimit limit
            && limit.fetch != null
            && limit.getInput() instanceof EnumerableSort sort
            && sort.fetch == null
            && sort.offset == null
        ? EnumerableLimitSort.create(sort.getInput(), sort.collation, limit.offset, limit.fetch)
        : rel;
  }
}
