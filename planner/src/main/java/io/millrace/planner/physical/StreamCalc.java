package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.expression.EventTimes;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Filters and projects.
 *
 * @param condition must be TRUE for a row to pass, or null
 */
public record StreamCalc(
    StreamNode input, RexNode condition, List<RexNode> projections, RowType rowType)
    implements StreamNode {
  public StreamCalc {
    projections = List.copyOf(projections);
  }

  /** Whether every column is one of the input's as it is, so that only columns move. */
  public boolean isColumnsOnly() {
    return condition == null && projections.stream().allMatch(RexInputRef.class::isInstance);
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  @Override
  public ChangelogMode changelog() {
    return input.changelog();
  }

  @Override
  public UpsertKeys upsertKeys() {
    return input.upsertKeys().map(this::position);
  }

  @Override
  public Distribution distribution() {
    return input.distribution().map(this::position);
  }

  @Override
  public boolean isDistributedBy(List<Integer> columns) {
    return columns.stream().allMatch(column -> projections.get(column) instanceof RexInputRef)
        && input.isDistributedBy(
            columns.stream().map(c -> ((RexInputRef) projections.get(c)).getIndex()).toList());
  }

  @Override
  public Map<Integer, Long> eventTimes() {
    Map<Integer, Long> below = input.eventTimes();
    Map<Integer, Long> times = new LinkedHashMap<>();
    for (int i = 0; i < projections.size(); i++) {
      int column = i;
      EventTimes.delay(projections.get(i), condition, below)
          .ifPresent(delay -> times.put(column, delay));
    }
    return times;
  }

  /** Where a column of the input first comes out unchanged. */
  private Optional<Integer> position(int column) {
    return IntStream.range(0, projections.size())
        .filter(i -> projections.get(i) instanceof RexInputRef input && input.getIndex() == column)
        .boxed()
        .findFirst();
  }
}
