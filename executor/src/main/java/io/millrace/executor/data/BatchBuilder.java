package io.millrace.executor.data;

import io.millrace.core.type.RowType;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Builds change batches from rows of Java objects; see {@link VectorValues} for the classes. For
 * the edges of the engine (DML, tests), where rows come one at a time.
 */
public final class BatchBuilder implements AutoCloseable {
  private final RowType rowType;
  private final BufferAllocator allocator;
  private FieldVector[] columns;
  private BigIntVector weights;
  private boolean appendOnly;
  private int size;

  public BatchBuilder(RowType rowType, BufferAllocator allocator) {
    this.rowType = rowType;
    this.allocator = allocator;
  }

  /** How many rows the next batch has so far. */
  public int size() {
    return size;
  }

  /**
   * Adds a row.
   *
   * @param weight not 0
   */
  public void add(Object[] row, long weight) {
    if (row.length != rowType.size() || weight == 0) {
      throw new IllegalArgumentException(
          row.length + " values of weight " + weight + " for " + rowType);
    }
    if (columns == null) {
      columns = ArrowTypes.newVectors(rowType, allocator);
      weights = new BigIntVector("weight", allocator);
      appendOnly = true;
    }
    for (int i = 0; i < row.length; i++) {
      VectorValues.set(columns[i], rowType.type(i), size, row[i]);
    }
    weights.setSafe(size, weight);
    appendOnly &= weight == 1;
    size++;
  }

  /** The batch of the rows added since the last one, for the caller to release; null for none. */
  public ChangeBatch build() {
    if (size == 0) {
      return null;
    }
    for (FieldVector column : columns) {
      column.setValueCount(size);
    }
    weights.setValueCount(size);
    if (appendOnly) {
      weights.close();
      weights = null;
    }
    ChangeBatch batch = ChangeBatch.of(rowType, columns, weights, size);
    columns = null;
    weights = null;
    size = 0;
    return batch;
  }

  /** Frees rows that were added and not built. */
  @Override
  public void close() {
    if (columns != null) {
      for (FieldVector column : columns) {
        column.close();
      }
      weights.close();
      columns = null;
      size = 0;
    }
  }
}
