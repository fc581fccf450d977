package io.millrace.executor.computed;

import io.millrace.core.plan.ComputedColumn;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.operator.ErrorReport;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/** A source whose connector reads some of its columns; the others are computed. */
public final class ComputedSource implements Source {
  private final Source read;
  private final ComputedRows rows;

  private ComputedSource(Source read, ComputedRows rows) {
    this.read = read;
    this.rows = rows;
  }

  /** What the connector has to read of a source. */
  public static RelationSpec.Source read(RelationSpec.Source source) {
    return source.computed().isEmpty()
        ? source
        : new RelationSpec.Source(
            source.id(),
            source.name(),
            source.rowType().project(source.readColumns()),
            source.options());
  }

  /**
   * The source with all its columns.
   *
   * @param opened as {@link #read} says
   * @param errors counts values that cannot be computed; they are NULL
   */
  public static Source of(
      RelationSpec.Source source,
      Source opened,
      ReadClock clock,
      BufferAllocator allocator,
      ErrorReport errors) {
    List<ComputedColumn> computed = source.computed();
    return computed.isEmpty()
        ? opened
        : new ComputedSource(opened, ComputedRows.of(source, clock, allocator, errors));
  }

  @Override
  public boolean isBounded() {
    return read.isBounded();
  }

  @Override
  public List<Split> discoverSplits() {
    return read.discoverSplits();
  }

  @Override
  public SplitReader read(Split split, String position, String end) {
    return new ComputedSplitReader(read.read(split, position, end), rows);
  }

  @Override
  public void close() {
    read.close();
  }
}
