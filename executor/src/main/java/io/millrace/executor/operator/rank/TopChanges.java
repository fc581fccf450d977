package io.millrace.executor.operator.rank;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.Weights;
import io.millrace.executor.operator.packed.PackedBytes;
import io.millrace.executor.operator.packed.PackedLayout;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/** The changes of some partitions, collected and then made a batch: deletions, then insertions. */
final class TopChanges {
  private final ExecNode.Rank node;
  private final PackedLayout layout;
  private final BufferAllocator allocator;
  private final Changes deletions = new Changes();
  private final Changes insertions = new Changes();
  private byte[] bytes = new byte[1024];
  private int end;

  /** Rows, by where they are in the array, with their numbers. */
  private static final class Changes {
    private int[] starts = new int[64];
    private long[] numbers = new long[64];
    private int count;

    private void add(int start, long number) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      starts[count] = start;
      numbers[count++] = number;
    }

    private void addAll(Changes others) {
      for (int i = 0; i < others.count; i++) {
        add(others.starts[i], others.numbers[i]);
      }
    }
  }

  /**
   * @param layout of the packed rows, all columns of the input in their order
   */
  TopChanges(ExecNode.Rank node, PackedLayout layout, BufferAllocator allocator) {
    this.node = node;
    this.layout = layout;
    this.allocator = allocator;
  }

  int size() {
    return deletions.count + insertions.count;
  }

  /**
   * Adds what has changed for a row.
   *
   * @param before the number that it was put out with, 0 for none
   * @param place its place now, 0 for none
   */
  void add(byte[] source, int offset, int length, long before, long place) {
    long after = place < node.from() ? 0 : place;
    boolean same = node.rankProjected() ? before == after : (before == 0) == (after == 0);
    if (same) {
      return;
    }
    int start = end;
    bytes = PackedBytes.grown(bytes, Math.addExact(start, length));
    System.arraycopy(source, offset, bytes, start, length);
    end = start + length;
    if (before != 0) {
      deletions.add(start, before);
    }
    if (after != 0) {
      insertions.add(start, after);
    }
  }

  /** The changes added, as a batch for the caller; null if there are none. Begins anew. */
  ChangeBatch take() {
    int count = size();
    if (count == 0) {
      return null;
    }
    long[] weights = new long[count];
    Arrays.fill(weights, 0, deletions.count, -1);
    Arrays.fill(weights, deletions.count, count, 1);
    Changes all = deletions;
    all.addAll(insertions);
    FieldVector[] columns = new FieldVector[node.rowType().size()];
    for (int i = 0; i < layout.count(); i++) {
      columns[i] = layout.unpack(i, bytes, all.starts, count, node.rowType().column(i), allocator);
    }
    if (node.rankProjected()) {
      columns[layout.count()] = numbers(all.numbers, count);
    }
    ChangeBatch batch =
        ChangeBatch.of(node.rowType(), columns, Weights.vector(weights, count, allocator), count);
    deletions.count = 0;
    insertions.count = 0;
    end = 0;
    return batch;
  }

  private FieldVector numbers(long[] numbers, int count) {
    BigIntVector vector =
        (BigIntVector) ArrowTypes.newVector(node.rowType().column(layout.count()), allocator);
    vector.allocateNew(count);
    for (int i = 0; i < count; i++) {
      vector.set(i, numbers[i]);
    }
    vector.setValueCount(count);
    return vector;
  }
}
