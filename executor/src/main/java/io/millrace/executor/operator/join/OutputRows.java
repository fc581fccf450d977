package io.millrace.executor.operator.join;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.Weights;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.PackedBytes;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Collects rows of one kind (pairs, or rows of one side) while a batch is joined, and puts them out
 * as batches.
 */
final class OutputRows {
  private final RowAssembler assembler;
  private final boolean withProbe;
  private final boolean withKept;
  private final boolean appendOnly;
  private final BufferAllocator allocator;
  private int[] rows = new int[64];
  private int[] starts = new int[64];
  private long[] weights = new long[64];
  private byte[] bytes = {};
  private int bytesEnd;
  private int count;
  private ChangeBatch batch;
  private Output output;

  /**
   * @param appendOnly whether a row of weight n is put out n times, without weights
   */
  OutputRows(
      RowAssembler assembler,
      boolean withProbe,
      boolean withKept,
      boolean appendOnly,
      BufferAllocator allocator) {
    this.assembler = assembler;
    this.withProbe = withProbe;
    this.withKept = withKept;
    this.appendOnly = appendOnly;
    this.allocator = allocator;
  }

  void begin(ChangeBatch newBatch, Output newOutput) {
    batch = newBatch;
    output = newOutput;
  }

  /** Adds a row without a kept one. */
  void add(int row, long weight) {
    add(row, bytes, 0, 0, weight);
  }

  /** Adds a row of the batch with a kept row. */
  void add(int row, byte[] source, int offset, int length, long weight) {
    if (weight == 0) {
      return;
    }
    long copies = appendOnly ? weight : 1;
    int start = -1;
    for (; copies > 0; copies--) {
      if (count == OperatorContext.BATCH_ROWS) {
        emit();
        start = -1;
      }
      if (start < 0) {
        start = keep(source, offset, length);
      }
      put(row, start, appendOnly ? 1 : weight);
    }
  }

  private int keep(byte[] source, int offset, int length) {
    int start = bytesEnd;
    if (length > 0) {
      bytes = PackedBytes.grown(bytes, Math.addExact(start, length));
      System.arraycopy(source, offset, bytes, start, length);
      bytesEnd = start + length;
    }
    return start;
  }

  private void put(int row, int start, long weight) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
      weights = Arrays.copyOf(weights, 2 * count);
    }
    rows[count] = row;
    starts[count] = start;
    weights[count++] = weight;
  }

  private void emit() {
    output.emit(
        ChangeBatch.of(
            assembler.rowType(),
            assembler.columns(batch, rows, count, withProbe, withKept, bytes, starts),
            Weights.vector(weights, count, allocator),
            count));
    count = 0;
    bytesEnd = 0;
  }

  /** Puts out what is left, and forgets the batch. */
  void end() {
    if (count > 0) {
      emit();
    }
    batch = null;
    output = null;
  }
}
