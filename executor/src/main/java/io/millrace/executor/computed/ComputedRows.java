package io.millrace.executor.computed;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ComputedColumn;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.expression.CalcProgram;
import io.millrace.executor.expression.ExpressionCompiler;
import io.millrace.executor.operator.ErrorReport;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliVector;

/** Computes the columns of a source that its connector does not read. Thread-safe. */
final class ComputedRows {
  private final RowType rowType;
  private final List<Integer> readColumns;
  private final List<Computation> computations;
  private final ReadClock clock;
  private final BufferAllocator allocator;

  /**
   * How one column comes about.
   *
   * @param program null where there is no {@link JavaExpression}
   */
  private record Computation(
      int column, ScalarExpression expression, CalcProgram program, CalcProgram.Failures failures) {
    /** The columns that it is computed of, among those that are read. */
    List<Integer> inputs() {
      if (expression instanceof InputReference reference) {
        return List.of(reference.index());
      }
      return expression instanceof JavaExpression java ? java.inputs() : List.of();
    }
  }

  private ComputedRows(
      RowType rowType,
      List<Integer> readColumns,
      List<Computation> computations,
      ReadClock clock,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.readColumns = readColumns;
    this.computations = computations;
    this.clock = clock;
    this.allocator = allocator;
  }

  static ComputedRows of(
      RelationSpec.Source source, ReadClock clock, BufferAllocator allocator, ErrorReport errors) {
    List<Integer> readColumns = source.readColumns();
    RowType read = source.rowType().project(readColumns);
    List<Computation> computations = new ArrayList<>();
    for (ComputedColumn column : source.computed()) {
      CalcProgram program = null;
      CalcProgram.Failures failures = null;
      if (column.expression() instanceof JavaExpression java) {
        program = ExpressionCompiler.compile(read, null, List.of(java));
        failures = (number, cause) -> errors.valueFailed(java.display(), cause);
      }
      computations.add(new Computation(column.column(), column.expression(), program, failures));
    }
    return new ComputedRows(
        source.rowType(), readColumns, List.copyOf(computations), clock, allocator);
  }

  BitSet allColumns() {
    BitSet all = new BitSet();
    all.set(0, rowType.size());
    return all;
  }

  /** Which columns the connector has to read, by their number among those it can. */
  BitSet toRead(BitSet wanted) {
    BitSet columns = new BitSet();
    for (int i = 0; i < readColumns.size(); i++) {
      columns.set(i, wanted.get(readColumns.get(i)));
    }
    for (Computation computation : computations) {
      if (wanted.get(computation.column())) {
        computation.inputs().forEach(columns::set);
      }
    }
    return columns;
  }

  /**
   * Rows with all columns.
   *
   * @param read the connector's columns; is released
   * @param wanted which columns are needed
   */
  ChangeBatch complete(ChangeBatch read, BitSet wanted) {
    FieldVector[] columns = new FieldVector[rowType.size()];
    for (int i = 0; i < readColumns.size(); i++) {
      columns[readColumns.get(i)] = read.column(i);
    }
    List<FieldVector> computed = new ArrayList<>();
    try {
      for (Computation computation : computations) {
        if (computation.expression() instanceof InputReference same) {
          columns[computation.column()] = read.column(same.index());
          continue;
        }
        FieldVector column = ArrowTypes.newVector(rowType.column(computation.column()), allocator);
        computed.add(column);
        columns[computation.column()] = column;
        if (wanted.get(computation.column())) {
          compute(computation, read, column);
        }
      }
      return read.derive(rowType, columns, computed.toArray(FieldVector[]::new));
    } catch (RuntimeException e) {
      computed.forEach(FieldVector::close);
      throw e;
    } finally {
      read.release();
    }
  }

  private void compute(Computation computation, ChangeBatch read, FieldVector column) {
    int count = read.rowCount();
    column.setInitialCapacity(count);
    column.allocateNew();
    if (computation.expression() == null) {
      TimeStampMilliVector times = (TimeStampMilliVector) column;
      long now = clock.now();
      for (int row = 0; row < count; row++) {
        times.set(row, now);
      }
    } else {
      FieldVector[] input = new FieldVector[read.columnCount()];
      for (int i = 0; i < input.length; i++) {
        input[i] = read.column(i);
      }
      computation
          .program()
          .project(input, null, count, new FieldVector[] {column}, computation.failures());
    }
    column.setValueCount(count);
  }
}
