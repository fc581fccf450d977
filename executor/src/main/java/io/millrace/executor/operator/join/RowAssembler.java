package io.millrace.executor.operator.join;

import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Makes the columns of rows that consist of a row of a batch of one side and a kept row of the
 * other side with an equal key, or of one of them and NULLs.
 */
final class RowAssembler {
  private final RowType rowType;
  private final List<Integer> chosen;
  private final JoinSide probe;
  private final JoinSide kept;
  private final BufferAllocator allocator;
  private final int leftColumns;

  /**
   * @param rowType of the rows to make
   * @param chosen their columns, from the left and then the right ones
   * @param probe the side that the batches are of
   */
  RowAssembler(
      RowType rowType,
      List<Integer> chosen,
      JoinSide probe,
      JoinSide kept,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.chosen = chosen;
    this.probe = probe;
    this.kept = kept;
    this.allocator = allocator;
    this.leftColumns = probe.number() == 0 ? probe.rowType().size() : kept.rowType().size();
  }

  RowType rowType() {
    return rowType;
  }

  /**
   * @param rows the batch's row for each row to make; also where only the kept row is wanted, for
   *     the key
   * @param withProbe whether the batch's columns are wanted, else they are NULL
   * @param withKept whether the kept rows' columns are wanted, else they are NULL
   * @param bytes the kept rows, packed, from {@code starts} on
   */
  FieldVector[] columns(
      ChangeBatch batch,
      int[] rows,
      int count,
      boolean withProbe,
      boolean withKept,
      byte[] bytes,
      int[] starts) {
    FieldVector[] columns = new FieldVector[rowType.size()];
    for (int i = 0; i < columns.length; i++) {
      int side = chosen.get(i) < leftColumns ? 0 : 1;
      int column = side == 0 ? chosen.get(i) : chosen.get(i) - leftColumns;
      if (side == probe.number()) {
        columns[i] =
            withProbe
                ? VectorGather.gather(batch.column(column), rows, count, allocator)
                : nulls(rowType.column(i), count);
      } else if (!withKept) {
        columns[i] = nulls(rowType.column(i), count);
      } else {
        int packed = kept.packed().packed(column);
        columns[i] =
            packed >= 0
                ? kept.packed().unpack(packed, bytes, starts, count, rowType.column(i), allocator)
                : VectorGather.gather(batch.column(probeKey(column)), rows, count, allocator);
      }
    }
    return columns;
  }

  /** The column of the batch that is equal to a key column of the kept side. */
  private int probeKey(int column) {
    return probe.keys().get(kept.keys().indexOf(column));
  }

  private FieldVector nulls(Column column, int count) {
    FieldVector vector = ArrowTypes.newVector(column, allocator);
    vector.setInitialCapacity(count);
    vector.allocateNew();
    vector.setValueCount(count);
    return vector;
  }
}
