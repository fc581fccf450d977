package io.millrace.connector.nexmark;

import io.millrace.connector.datagen.RateLimit;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Makes one split's rows. */
final class NexmarkReader implements SplitReader {
  private static final int MAX_BATCH = 1 << 16;

  /**
   * Which rows of which events.
   *
   * @param split the first row's number
   * @param splits the distance from row to row
   * @param from rows of this split made before
   * @param to rows of this split at which it ends
   */
  record Rows(EventSequence sequence, EventKind kind, int split, int splits, long from, long to) {}

  private final RowType rowType;
  private final ColumnWriter[] writers;
  private final Rows rows;
  private final RateLimit limit;
  private final BufferAllocator allocator;
  private final long[] events = new long[ColumnWriter.CHUNK];
  private final BitSet wanted = new BitSet();
  private long made;

  /**
   * @param columns those of the row type, in its order
   */
  NexmarkReader(
      RowType rowType,
      List<NexmarkColumn> columns,
      Rows rows,
      RateLimit limit,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.writers = columns.stream().map(ColumnWriter::new).toArray(ColumnWriter[]::new);
    this.rows = rows;
    this.limit = limit;
    this.allocator = allocator;
    this.made = rows.from();
    wanted.set(0, writers.length);
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
    ChangeBatch batch = generate(count);
    made += count;
    return new Poll.Rows(batch);
  }

  private ChangeBatch generate(int count) {
    FieldVector[] vectors = ArrowTypes.newVectors(rowType, allocator);
    try {
      for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
        writers[i].begin(vectors[i], count);
      }
      for (int done = 0; done < count; done += events.length) {
        int chunk = Math.min(events.length, count - done);
        long firstRow = rows.split() + (made + done) * rows.splits();
        rows.sequence().fill(rows.kind(), events, firstRow, rows.splits(), chunk);
        for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
          writers[i].write(vectors[i], done, events, chunk);
        }
      }
      for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
        writers[i].end(vectors[i], count);
      }
    } catch (RuntimeException e) {
      for (FieldVector vector : vectors) {
        vector.close();
      }
      throw e;
    }
    return ChangeBatch.of(rowType, vectors, null, count);
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
