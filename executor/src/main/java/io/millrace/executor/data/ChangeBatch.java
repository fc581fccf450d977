package io.millrace.executor.data;

import io.millrace.core.type.RowType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Rows in columns, each with a signed weight: a part of a Z-set. Immutable once made, and counted
 * by reference: it begins with one reference, {@link #retain} adds one, {@link #release} gives one
 * back, and the last one frees the memory. Any thread may read, retain and release.
 */
public final class ChangeBatch {
  private static final FieldVector[] NONE = {};

  private final RowType rowType;
  private final FieldVector[] columns;
  private final BigIntVector weights;
  private final int rowCount;
  private final ChangeBatch parent;
  private final FieldVector[] owned;
  private final AtomicInteger references = new AtomicInteger(1);

  private ChangeBatch(
      RowType rowType,
      FieldVector[] columns,
      BigIntVector weights,
      int rowCount,
      ChangeBatch parent,
      FieldVector[] owned) {
    this.rowType = rowType;
    this.columns = columns;
    this.weights = weights;
    this.rowCount = rowCount;
    this.parent = parent;
    this.owned = owned;
  }

  /**
   * Takes over the vectors, which hold {@code rowCount} values each.
   *
   * @param columns as {@link ArrowTypes} says
   * @param weights one non-zero weight a row, or null when all are +1
   */
  public static ChangeBatch of(
      RowType rowType, FieldVector[] columns, BigIntVector weights, int rowCount) {
    if (columns.length != rowType.size()) {
      throw new IllegalArgumentException(columns.length + " vectors for " + rowType);
    }
    return new ChangeBatch(rowType, columns, weights, rowCount, null, columns);
  }

  public RowType rowType() {
    return rowType;
  }

  public int rowCount() {
    return rowCount;
  }

  public int columnCount() {
    return columns.length;
  }

  /** A view: valid while this batch is held. */
  public FieldVector column(int index) {
    return columns[index];
  }

  /** Whether all weights are +1, so that there is no weight column. */
  public boolean isAppendOnly() {
    return weights == null;
  }

  /** The weights, or null when all are +1; a view. */
  public BigIntVector weights() {
    return weights;
  }

  /** The weight of one row. */
  public long weight(int row) {
    return weights == null ? 1 : weights.get(row);
  }

  /** Some of the columns, without copying. The new batch has its own reference count of one. */
  public ChangeBatch select(RowType selectedType, List<Integer> selected) {
    FieldVector[] vectors = new FieldVector[selected.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[selected.get(i)];
    }
    return new ChangeBatch(selectedType, vectors, weights, rowCount, retain(), NONE);
  }

  /**
   * The same rows with some columns of this batch, without copying, and some new ones. The new
   * batch has its own reference count of one.
   *
   * @param derived the columns, each one of this batch or one of {@code taken}
   * @param taken vectors of {@link #rowCount} values that the new batch takes over
   */
  public ChangeBatch derive(RowType derivedType, FieldVector[] derived, FieldVector[] taken) {
    if (derived.length != derivedType.size()) {
      throw new IllegalArgumentException(derived.length + " vectors for " + derivedType);
    }
    return new ChangeBatch(derivedType, derived, weights, rowCount, retain(), taken);
  }

  /** Adds a reference and returns this batch. */
  public ChangeBatch retain() {
    if (references.getAndIncrement() <= 0) {
      throw new IllegalStateException("The batch was freed already");
    }
    return this;
  }

  /** Gives one reference back; the last one frees the memory. */
  public void release() {
    int left = references.decrementAndGet();
    if (left < 0) {
      throw new IllegalStateException("The batch was released too often");
    }
    if (left == 0) {
      free();
    }
  }

  private void free() {
    for (FieldVector column : owned) {
      column.close();
    }
    if (parent != null) {
      parent.release();
      return;
    }
    if (weights != null) {
      weights.close();
    }
  }

  /** The bytes of memory that this batch keeps from being used otherwise. */
  public long retainedSizeInBytes() {
    long size = 0;
    for (FieldVector column : owned) {
      size += column.getBufferSize();
    }
    if (parent != null) {
      return size + parent.retainedSizeInBytes();
    }
    return weights == null ? size : size + weights.getBufferSize();
  }
}
