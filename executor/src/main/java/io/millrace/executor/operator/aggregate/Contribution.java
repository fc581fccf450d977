package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.AggregateCall;
import io.millrace.executor.data.ChangeBatch;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/**
 * How much each row of a batch counts for some of the aggregates: its weight, or 0 if the argument
 * is NULL or the filter is not TRUE, or, for DISTINCT, the change of the number of distinct values.
 * Aggregates with equal conditions share one.
 */
final class Contribution {
  /**
   * What tells contributions apart.
   *
   * @param argument the column that must not be NULL, or NONE if it cannot be
   * @param filter the column that must be TRUE, or NONE
   * @param distinct the column whose distinct values count, or NONE
   */
  record Key(int argument, int filter, int distinct) {
    boolean isRowCount() {
      return argument == AggregateCall.NONE
          && filter == AggregateCall.NONE
          && distinct == AggregateCall.NONE;
    }
  }

  private final Key key;
  private long[] own = {};
  private long[] weights;

  Contribution(Key key) {
    this.key = key;
  }

  Key key() {
    return key;
  }

  /** One a row, or null when all are +1. */
  long[] weights() {
    return weights;
  }

  /** The array to put the weights of DISTINCT into. */
  long[] ownWeights(int rows) {
    if (own.length < rows) {
      own = new long[Math.max(rows, 64)];
    }
    weights = own;
    return own;
  }

  /** Computes the weights of one that is not DISTINCT. */
  void compute(ChangeBatch batch, long[] rowWeights) {
    FieldVector argument = key.argument == AggregateCall.NONE ? null : batch.column(key.argument);
    boolean checkNull = argument != null && argument.getNullCount() > 0;
    if (!checkNull && key.filter == AggregateCall.NONE) {
      weights = rowWeights;
      return;
    }
    int rows = batch.rowCount();
    long[] target = ownWeights(rows);
    if (rowWeights == null) {
      Arrays.fill(target, 0, rows, 1);
    } else {
      System.arraycopy(rowWeights, 0, target, 0, rows);
    }
    if (checkNull) {
      keepSet(target, rows, argument.getValidityBuffer());
    }
    if (key.filter != AggregateCall.NONE) {
      FieldVector filter = batch.column(key.filter);
      keepSet(target, rows, filter.getDataBuffer());
      if (filter.getNullCount() > 0) {
        keepSet(target, rows, filter.getValidityBuffer());
      }
    }
  }

  private static void keepSet(long[] target, int rows, ArrowBuf bits) {
    for (int i = 0; i < rows; i++) {
      target[i] &= -BitVectorHelper.get(bits, i);
    }
  }
}
