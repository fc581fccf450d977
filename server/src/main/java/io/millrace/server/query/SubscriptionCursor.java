package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.subscription.Subscription;
import io.millrace.server.result.RowCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The changes of a relation as rows: epoch, weight, and the relation's columns. */
final class SubscriptionCursor implements RowCursor {
  private final RowType rowType;
  private final Subscription subscription;

  /** What has been taken from the subscription; rows before {@link #taken} have been handed out. */
  private Subscription.EpochChanges changes;

  private int taken;
  private volatile boolean cancelled;

  SubscriptionCursor(RowType rowType, Subscription subscription) {
    this.rowType = rowType;
    this.subscription = subscription;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public synchronized List<Object[]> next(int most, Duration wait) {
    List<Object[]> rows = new ArrayList<>();
    Duration patience = wait;
    while (rows.size() < most && hasChanges(patience, rows.isEmpty())) {
      rows.add(row());
      patience = Duration.ZERO;
    }
    return rows;
  }

  /**
   * @param failing whether an error may be thrown now: not before rows that have been taken are
   *     handed out; it comes back the next time
   */
  private boolean hasChanges(Duration wait, boolean failing) {
    try {
      while (changes == null || taken == changes.rows().size()) {
        checkCancelled();
        changes = subscription.next(wait);
        taken = 0;
        if (changes == null) {
          return false;
        }
      }
      return true;
    } catch (MillraceException e) {
      if (failing) {
        checkCancelled();
        throw e;
      }
      return false;
    }
  }

  private void checkCancelled() {
    if (cancelled) {
      throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
    }
  }

  private Object[] row() {
    Object[] row = new Object[rowType.size()];
    row[0] = changes.epoch();
    row[1] = changes.weights()[taken];
    Object[] values = changes.rows().get(taken);
    System.arraycopy(values, 0, row, 2, values.length);
    taken++;
    return row;
  }

  @Override
  public boolean ended() {
    return false;
  }

  @Override
  public void cancel() {
    cancelled = true;
    subscription.close();
  }

  @Override
  public void close() {
    cancel();
  }
}
