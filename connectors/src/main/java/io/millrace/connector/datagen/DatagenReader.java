package io.millrace.connector.datagen;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import java.util.BitSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Makes one split's rows. */
final class DatagenReader implements SplitReader {
  private static final int MAX_BATCH = 1 << 16;

  /**
   * Which rows.
   *
   * @param split the first row's number
   * @param splits the distance from row to row
   * @param from rows of this split made before
   * @param to rows of this split at which it ends
   * @param valid the number of the first row that a column cannot hold
   */
  record Rows(int split, int splits, long from, long to, long valid) {}

  private final RowType rowType;
  private final ColumnGenerator[] generators;
  private final Rows rows;
  private final RateLimit limit;
  private final BufferAllocator allocator;
  private final BitSet wanted = new BitSet();
  private long made;

  DatagenReader(
      RowType rowType,
      ColumnGenerator[] generators,
      Rows rows,
      RateLimit limit,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.generators = generators;
    this.rows = rows;
    this.limit = limit;
    this.allocator = allocator;
    this.made = rows.from();
    wanted.set(0, generators.length);
  }

  @Override
  public void project(BitSet columns) {
    wanted.clear();
    wanted.or(columns);
  }

  @Override
  public Poll poll(int maxRows) {
    if (made >= rows.to()) {
      return new Poll.End();
    }
    long most = Math.min(Math.min(maxRows, MAX_BATCH), rows.to() - made);
    int count = (int) Math.min(most, limit.allowance(made - rows.from()));
    if (count == 0) {
      return new Poll.Nothing();
    }
    long first = rows.split() + made * rows.splits();
    if (rows.valid() != Long.MAX_VALUE) {
      if (first >= rows.valid()) {
        throw new MillraceException(
            ErrorCode.NUMERIC_OUT_OF_RANGE,
            "A sequence has left the range of its column's type at row "
                + first
                + ". Give it an end ('fields.….end'), or limit the rows ('number-of-rows').");
      }
      count = (int) Math.min(count, (rows.valid() - first - 1) / rows.splits() + 1);
    }
    ChangeBatch batch = generate(first, count);
    made += count;
    return new Poll.Rows(batch);
  }

  private ChangeBatch generate(long first, int count) {
    FieldVector[] columns = ArrowTypes.newVectors(rowType, allocator);
    try {
      for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
        generators[i].generate(columns[i], first, rows.splits(), count);
      }
    } catch (RuntimeException e) {
      for (FieldVector column : columns) {
        column.close();
      }
      throw e;
    }
    return ChangeBatch.of(rowType, columns, null, count);
  }

  @Override
  public String position() {
    return Long.toString(made);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
