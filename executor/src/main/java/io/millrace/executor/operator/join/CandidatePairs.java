package io.millrace.executor.operator.join;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.data.Weights;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.PackedBytes;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Pairs of rows with equal keys, of which a condition says whether they match. They are judged many
 * at once; how many rows match each row of the batch and each kept row is summed up, and the pairs
 * that match are put out.
 */
final class CandidatePairs {
  private final RowAssembler assembler;
  private final CalcProgram condition;
  private final CalcProgram.Failures failures;
  private final List<Integer> outputColumns;
  private final RowType outputType;
  private final boolean emits;
  private final boolean appendOnly;
  private final BufferAllocator allocator;
  private final int[] rows = new int[OperatorContext.BATCH_ROWS];
  private final int[] starts = new int[OperatorContext.BATCH_ROWS];
  private final int[] keptNumbers = new int[OperatorContext.BATCH_ROWS];
  private final long[] rowWeights = new long[OperatorContext.BATCH_ROWS];
  private final long[] keptWeights = new long[OperatorContext.BATCH_ROWS];
  private final int[] selection = new int[OperatorContext.BATCH_ROWS];
  private int[] chosen = new int[64];
  private long[] weights = new long[64];
  private byte[] bytes = {};
  private int bytesEnd;
  private int count;
  private int keptCount;
  private long[] rowMatches = new long[64];
  private long[] keptMatches = new long[64];
  private ChangeBatch batch;
  private Output output;

  /**
   * @param assembler of all columns of both sides
   */
  CandidatePairs(
      RowAssembler assembler,
      JoinOperator.Program program,
      CalcProgram.Failures failures,
      BufferAllocator allocator) {
    this.assembler = assembler;
    this.condition = program.condition();
    this.failures = failures;
    this.outputColumns = program.node().columns();
    this.outputType = program.node().rowType();
    this.emits = program.node().kind().emitsPairs();
    this.appendOnly = program.appendOnly();
    this.allocator = allocator;
  }

  void begin(ChangeBatch newBatch, Output newOutput) {
    batch = newBatch;
    output = newOutput;
    keptCount = 0;
    int size = newBatch.rowCount();
    if (rowMatches.length < size) {
      rowMatches = new long[size];
    }
    Arrays.fill(rowMatches, 0, size, 0);
  }

  /** Begins the pairs with one kept row; kept rows are numbered in this order. */
  void beginKept() {
    if (keptCount == keptMatches.length) {
      keptMatches = Arrays.copyOf(keptMatches, 2 * keptCount);
    }
    keptMatches[keptCount++] = 0;
  }

  /** Adds a pair with the kept row that was begun last. */
  void add(int row, long weight, byte[] source, int offset, int length, long keptWeight) {
    if (weight == 0) {
      return;
    }
    if (count == rows.length) {
      judge();
    }
    bytes = PackedBytes.grown(bytes, Math.addExact(bytesEnd, length));
    System.arraycopy(source, offset, bytes, bytesEnd, length);
    rows[count] = row;
    starts[count] = bytesEnd;
    keptNumbers[count] = keptCount - 1;
    rowWeights[count] = weight;
    keptWeights[count++] = keptWeight;
    bytesEnd += length;
  }

  /** Judges what is left. */
  void end() {
    if (count > 0) {
      judge();
    }
    batch = null;
    output = null;
  }

  /** The sum of the weights of the kept rows that match a row of the batch. */
  long rowMatches(int row) {
    return rowMatches[row];
  }

  /** The sum of the weights of the batch's rows that match a kept row. */
  long keptMatches(int kept) {
    return keptMatches[kept];
  }

  private void judge() {
    FieldVector[] columns = assembler.columns(batch, rows, count, true, true, bytes, starts);
    try {
      int matching = condition.filter(columns, count, selection, failures);
      for (int i = 0; i < matching; i++) {
        int pair = selection[i];
        rowMatches[rows[pair]] += keptWeights[pair];
        keptMatches[keptNumbers[pair]] += rowWeights[pair];
      }
      if (emits) {
        emit(columns, matching);
      }
    } finally {
      for (FieldVector column : columns) {
        column.close();
      }
      count = 0;
      bytesEnd = 0;
    }
  }

  private void emit(FieldVector[] columns, int matching) {
    int size = 0;
    for (int i = 0; i < matching; i++) {
      int pair = selection[i];
      long weight = keptWeights[pair] * rowWeights[pair];
      for (long copies = appendOnly ? weight : 1; copies > 0; copies--) {
        if (size == OperatorContext.BATCH_ROWS) {
          emitChosen(columns, size);
          size = 0;
        }
        if (size == chosen.length) {
          chosen = Arrays.copyOf(chosen, 2 * size);
          weights = Arrays.copyOf(weights, 2 * size);
        }
        chosen[size] = pair;
        weights[size++] = appendOnly ? 1 : weight;
      }
    }
    if (size > 0) {
      emitChosen(columns, size);
    }
  }

  private void emitChosen(FieldVector[] columns, int size) {
    FieldVector[] result = new FieldVector[outputColumns.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = VectorGather.gather(columns[outputColumns.get(i)], chosen, size, allocator);
    }
    output.emit(ChangeBatch.of(outputType, result, Weights.vector(weights, size, allocator), size));
  }
}
