package io.millrace.executor.task;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.computed.ReadClock;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.executor.operator.ErrorReport;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampVector;

/** Computes the watermarks that a source's rows stand for. Thread-safe. */
public final class RowTimes {
  private final ScalarExpression expression;
  private final CalcProgram program;
  private final BufferAllocator allocator;
  private final CalcProgram.Failures failures;
  private final TimestampUnit unit;
  private final RowType rowType;
  private final ReadClock clock;

  private RowTimes(
      ScalarExpression expression,
      CalcProgram program,
      BufferAllocator allocator,
      CalcProgram.Failures failures,
      RowType rowType,
      ReadClock clock) {
    this.rowType = rowType;
    this.clock = clock;
    this.expression = expression;
    this.program = program;
    this.allocator = allocator;
    this.failures = failures;
    this.unit = TimestampUnit.of(expression.type());
  }

  /**
   * @param expression a TIMESTAMP of a row of the type
   * @param errors counts rows whose watermark cannot be computed; they move nothing
   * @param clock what gives the times that watermarks are computed of, if they are the times at
   *     which rows are read; else null
   */
  public static RowTimes of(
      ScalarExpression expression,
      RowType rowType,
      BufferAllocator allocator,
      ErrorReport errors,
      ReadClock clock) {
    CalcProgram program = null;
    CalcProgram.Failures failures = null;
    if (expression instanceof JavaExpression java) {
      program = ExpressionCompiler.compile(rowType, null, List.of(java));
      failures = (number, cause) -> errors.valueFailed(java.display(), cause);
    }
    return new RowTimes(expression, program, allocator, failures, rowType, clock);
  }

  /** The columns that a row's watermark is computed of. */
  List<Integer> columns() {
    return columns(expression);
  }

  /** The columns that a watermark is computed of. */
  public static List<Integer> columns(ScalarExpression expression) {
    if (expression instanceof InputReference reference) {
      return List.of(reference.index());
    }
    return expression instanceof JavaExpression java ? java.inputs() : List.of();
  }

  /** Whether watermarks follow a clock, so that they go on without rows. */
  boolean areOfClock() {
    return clock != null;
  }

  /** Begins no earlier than a watermark that was there before a restart. */
  void startAt(long watermark) {
    clock.startAt(watermark);
  }

  /** The watermark of a row that would be read now: rows that are to come have no lower one. */
  long ofClock() {
    FieldVector[] row = ArrowTypes.newVectors(rowType, allocator);
    ChangeBatch batch = ChangeBatch.of(rowType, row, null, 1);
    try {
      long now = clock.now();
      for (int column : columns()) {
        TimeStampMilliVector time = (TimeStampMilliVector) row[column];
        time.allocateNew(1);
        time.set(0, now);
        time.setValueCount(1);
      }
      return greatest(batch);
    } finally {
      batch.release();
    }
  }

  /**
   * The greatest watermark of the rows in milliseconds, or {@link Barrier#NO_WATERMARK} if none has
   * one.
   */
  long greatest(ChangeBatch batch) {
    if (expression instanceof InputReference reference) {
      return greatest((TimeStampVector) batch.column(reference.index()), batch.rowCount());
    }
    FieldVector[] input = new FieldVector[batch.columnCount()];
    for (int i = 0; i < input.length; i++) {
      input[i] = batch.column(i);
    }
    Column result = new Column("watermark", expression.type());
    try (FieldVector times = ArrowTypes.newVector(result, allocator)) {
      times.setInitialCapacity(batch.rowCount());
      times.allocateNew();
      program.project(input, null, batch.rowCount(), new FieldVector[] {times}, failures);
      times.setValueCount(batch.rowCount());
      return greatest((TimeStampVector) times, batch.rowCount());
    }
  }

  private long greatest(TimeStampVector times, int count) {
    long greatest = Barrier.NO_WATERMARK;
    for (int row = 0; row < count; row++) {
      if (!times.isNull(row)) {
        greatest = Math.max(greatest, times.get(row));
      }
    }
    return greatest == Barrier.NO_WATERMARK ? greatest : unit.toMillis(greatest);
  }
}
