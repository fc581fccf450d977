package io.millrace.executor.operator.watermark;

import io.millrace.core.plan.EventTime;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import java.math.BigInteger;
import org.apache.arrow.vector.FieldVector;

/** Which values of a column are past at a watermark. A time of NULL is past at the end only. */
public final class PastTimes {
  /** No time is past. */
  public static final long NONE = Long.MIN_VALUE;

  /** The time that NULL stands for, behind all others. */
  public static final long OF_NULL = Long.MAX_VALUE;

  private PastTimes() {}

  /**
   * The greatest time that is past, in the unit of its column; {@link #NONE} for none, {@link
   * #OF_NULL} for all.
   *
   * @param watermark in ms, as {@link Barrier} has it
   * @param delay as {@link EventTime#delay}
   * @param unit of the column
   */
  public static long upTo(long watermark, long delay, TimestampUnit unit) {
    if (watermark == Barrier.NO_WATERMARK || watermark == Barrier.END) {
      return watermark;
    }
    BigInteger past =
        BigInteger.valueOf(watermark)
            .multiply(BigInteger.valueOf(unit.perMilli()))
            .subtract(BigInteger.valueOf(delay));
    if (past.bitLength() < Long.SIZE) {
      return Math.min(past.longValue(), OF_NULL - 1);
    }
    return past.signum() < 0 ? NONE : OF_NULL - 1;
  }

  /** The time of a row in the unit of its column, {@link #OF_NULL} for NULL. */
  public static long of(ChangeBatch batch, int column, int row) {
    FieldVector times = batch.column(column);
    return times.isNull(row) ? OF_NULL : times.getDataBuffer().getLong(8L * row);
  }
}
