package io.millrace.planner.physical.rule;

import io.millrace.planner.physical.StreamNode;
import java.util.List;
import org.apache.calcite.rel.core.Filter;

/** A filter, as one calc with a projection below it where that is the same. */
final class FilterRule implements PhysicalRule<Filter> {
  @Override
  public StreamNode convert(Filter filter, List<StreamNode> inputs) {
    return Calcs.filter(
        inputs.get(0), filter.getCondition(), filter.getCluster().getRexBuilder(), filter);
  }
}
