package io.millrace.planner.optimize;

import io.millrace.planner.expression.WindowBound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by a window's end and by the time that is computed of it as groups by the end alone.
 *
 * <pre>
 * Aggregate by window_end, window_time
 *   →  Project window_end, time of window_end
 *        Aggregate by window_end
 * </pre>
 *
 * Such a group is past by one time, of which the other one follows.
 */
final class WindowTimes extends RelHomogeneousShuttle {
  /** See {@link io.millrace.planner.expression.TimeWindows}. */
  private static final long TIME_PERIOD = 1;

  /** Where a column comes from as it is. */
  private record Origin(RelNode rel, int column) {}

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (!(visited instanceof Aggregate aggregate)
        || aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      return visited;
    }
    Map<Integer, Integer> ends = ends(aggregate);
    return ends.isEmpty() ? visited : rewrite(aggregate, ends);
  }

  /** For each grouping column that is the time of a window the one that is its end. */
  private static Map<Integer, Integer> ends(Aggregate aggregate) {
    Map<Origin, Integer> keys = new LinkedHashMap<>();
    for (int key : aggregate.getGroupSet()) {
      keys.putIfAbsent(origin(aggregate.getInput(), key), key);
    }
    Map<Integer, Integer> ends = new LinkedHashMap<>();
    for (int key : aggregate.getGroupSet()) {
      end(origin(aggregate.getInput(), key)).map(keys::get).ifPresent(end -> ends.put(key, end));
    }
    return ends;
  }

  /** Where the column comes from of which a bound of a window is computed, if it is one. */
  private static Optional<Origin> end(Origin time) {
    return time.rel() instanceof Project project
        ? WindowBound.of(project.getProjects().get(time.column()))
            .filter(bound -> bound.period() == TIME_PERIOD && bound.time() instanceof RexInputRef)
            .map(bound -> ((RexInputRef) bound.time()).getIndex())
            .map(column -> origin(project.getInput(), column))
        : Optional.empty();
  }

  private static Origin origin(RelNode rel, int column) {
    if (rel instanceof Filter filter) {
      return origin(filter.getInput(), column);
    }
    return rel instanceof Project project
            && project.getProjects().get(column) instanceof RexInputRef below
        ? origin(project.getInput(), below.getIndex())
        : new Origin(rel, column);
  }

  private static RelNode rewrite(Aggregate aggregate, Map<Integer, Integer> ends) {
    ImmutableBitSet kept = aggregate.getGroupSet().except(ImmutableBitSet.of(ends.keySet()));
    RelNode groups =
        LogicalAggregate.create(
            aggregate.getInput(), List.of(), kept, null, aggregate.getAggCallList());
    RexBuilder builder = aggregate.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      Integer end = ends.get(key);
      if (end == null) {
        values.add(builder.makeInputRef(groups, kept.indexOf(key)));
      } else {
        Origin time = origin(aggregate.getInput(), key);
        RexNode expression = ((Project) time.rel()).getProjects().get(time.column());
        WindowBound bound = WindowBound.of(expression).orElseThrow();
        values.add(
            new WindowBound(
                    builder.makeInputRef(groups, kept.indexOf(end)),
                    bound.period(),
                    bound.offset(),
                    bound.shift())
                .toRex(builder, expression.getType()));
      }
    }
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      values.add(builder.makeInputRef(groups, kept.cardinality() + i));
    }
    return LogicalProject.create(
        groups, List.of(), values, aggregate.getRowType().getFieldNames(), Set.of());
  }
}
