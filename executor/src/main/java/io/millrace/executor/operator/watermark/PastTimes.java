package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.EventTime;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import org.apache.arrow.vector.FieldVector;

/** Which values of a column are past at a watermark. A time of NULL is past at the end only. */
public final class PastTimes {
  /** No time is past. */
  public static final long NONE = Long.MIN_VALUE;

  /** The time that NULL stands for, behind all others. */
  public static final long OF_NULL = Long.MAX_VALUE;

  private PastTimes() {}

  /**
   * The greatest time that is past; {@link #NONE} for none, {@link #OF_NULL} for all.
   *
   * @param watermark in ms, as {@link Barrier} has it
   * @param delay as {@link EventTime#delay}
   */
  public static long upTo(long watermark, long delay) {
    if (watermark == Barrier.NO_WATERMARK || watermark == Barrier.END) {
      return watermark;
    }
    long past = watermark - delay;
    boolean overflow = ((watermark ^ delay) & (watermark ^ past)) < 0;
    return overflow ? watermark < 0 ? NONE : OF_NULL - 1 : past;
  }

  /** The time of a row in ms, {@link #OF_NULL} for NULL. */
  public static long of(ChangeBatch batch, int column, int row) {
    FieldVector times = batch.column(column);
    return times.isNull(row) ? OF_NULL : times.getDataBuffer().getLong(8L * row);
  }
}
