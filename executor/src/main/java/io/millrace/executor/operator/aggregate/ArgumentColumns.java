package io.millrace.executor.operator.aggregate;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorWords;
import java.util.Arrays;
import org.apache.arrow.vector.FieldVector;

/** The columns of the current batch as words, each read once for all aggregates that need it. */
final class ArgumentColumns {
  private final RowType rowType;
  private final long[][] low;
  private final long[][] high;
  private final boolean[] lowRead;
  private final boolean[] highRead;
  private ChangeBatch batch;

  ArgumentColumns(RowType rowType) {
    this.rowType = rowType;
    this.low = new long[rowType.size()][];
    this.high = new long[rowType.size()][];
    this.lowRead = new boolean[rowType.size()];
    this.highRead = new boolean[rowType.size()];
  }

  void begin(ChangeBatch newBatch) {
    batch = newBatch;
    Arrays.fill(lowRead, false);
    Arrays.fill(highRead, false);
  }

  void end() {
    batch = null;
  }

  ChangeBatch batch() {
    return batch;
  }

  FieldVector vector(int column) {
    return batch.column(column);
  }

  /** See {@link VectorWords#read}. */
  long[] words(int column) {
    if (!lowRead[column]) {
      low[column] = room(low[column]);
      VectorWords.read(batch.column(column), rowType.type(column), batch.rowCount(), low[column]);
      lowRead[column] = true;
    }
    return low[column];
  }

  /** See {@link VectorWords#readHigh}. */
  long[] highWords(int column) {
    if (!highRead[column]) {
      high[column] = room(high[column]);
      VectorWords.readHigh(batch.column(column), batch.rowCount(), high[column]);
      highRead[column] = true;
    }
    return high[column];
  }

  private long[] room(long[] array) {
    return array == null || array.length < batch.rowCount()
        ? new long[Math.max(batch.rowCount(), 64)]
        : array;
  }
}
