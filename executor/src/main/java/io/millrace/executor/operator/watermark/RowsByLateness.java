package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.state.Redistribution;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Tells late rows from those on time by the watermark of the epochs before, which it keeps in the
 * operator's state.
 */
final class RowsByLateness {
  private final EventTime time;
  private final OperatorContext context;
  private final TimestampUnit unit;
  private final KeptWatermark kept;
  private long next = Barrier.NO_WATERMARK;
  private int[] selected = {};

  RowsByLateness(EventTime time, RowType rowType, OperatorContext context) {
    this.time = time;
    this.context = context;
    this.unit = TimestampUnit.of(rowType.type(time.column()));
    this.kept =
        new KeptWatermark(context.state().ordered("watermark", new Redistribution.Broadcast()));
  }

  /**
   * Selects rows of a batch.
   *
   * @param late which ones: those that are late, or the others
   * @return how many
   */
  int select(ChangeBatch batch, boolean late) {
    int count = batch.rowCount();
    long past = PastTimes.upTo(kept.get(), time.delay(), unit);
    if (past == PastTimes.NONE) {
      return late ? 0 : count;
    }
    if (selected.length < count) {
      selected = new int[count];
    }
    int found = 0;
    for (int row = 0; row < count; row++) {
      if ((PastTimes.of(batch, time.column(), row) <= past) == late) {
        selected[found++] = row;
      }
    }
    return found;
  }

  /**
   * The rows that were selected, at least one and not all.
   *
   * @param columns which of the batch's columns
   * @param rowType of these columns
   */
  ChangeBatch gather(ChangeBatch batch, int count, List<Integer> columns, RowType rowType) {
    FieldVector[] gathered = new FieldVector[columns.size()];
    for (int i = 0; i < gathered.length; i++) {
      gathered[i] =
          VectorGather.gather(batch.column(columns.get(i)), selected, count, context.allocator());
    }
    return ChangeBatch.of(
        rowType,
        gathered,
        VectorGather.gatherWeights(batch.weights(), selected, count, context.allocator()),
        count);
  }

  /** The watermark for the next epoch. */
  void advance(long watermark) {
    next = watermark;
  }

  /** All rows of the epoch have come: the new watermark holds for those of the next. */
  void finishEpoch() {
    kept.advance(next);
  }
}
