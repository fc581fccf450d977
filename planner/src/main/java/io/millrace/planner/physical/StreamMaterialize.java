package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps the content of a materialized view.
 *
 * @param rowType the input's, with the names that users see
 * @param key columns, in the order in which rows are distributed by them
 * @param bag whether no key is known: then the key is all columns, and rows are counted
 */
public record StreamMaterialize(
    StreamNode input, long relationId, RowType rowType, List<Integer> key, boolean bag)
    implements StreamNode {
  public StreamMaterialize {
    key = List.copyOf(key);
  }

  /** Materializes by the key that needs no exchange, else by the smallest one, else as a bag. */
  public static StreamMaterialize of(StreamNode input, long relationId, RowType rowType) {
    Distribution distribution = input.distribution();
    if (distribution.isKnown() && input.upsertKeys().covers(distribution.keys())) {
      List<Integer> key = distribution.keys();
      return new StreamMaterialize(Upserts.allow(input, key), relationId, rowType, key, false);
    }
    return input
        .upsertKeys()
        .smallest()
        .map(
            key ->
                new StreamMaterialize(
                    StreamExchange.ensure(input, key), relationId, rowType, key, false))
        .orElseGet(
            () -> {
              List<Integer> all = IntStream.range(0, input.rowType().size()).boxed().toList();
              return new StreamMaterialize(
                  StreamExchange.ensure(input, all), relationId, rowType, all, true);
            });
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  /** Whatever comes in: before and after images go out. */
  @Override
  public ChangelogMode changelog() {
    return ChangelogMode.RETRACT;
  }

  @Override
  public UpsertKeys upsertKeys() {
    return bag ? UpsertKeys.NONE : UpsertKeys.of(key);
  }

  @Override
  public Distribution distribution() {
    return Distribution.hash(key);
  }
}
