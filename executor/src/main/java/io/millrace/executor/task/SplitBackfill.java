package io.millrace.executor.task;

import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.OperatorContext;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;

/** The rows of a source's splits up to where its shared readers stand, some of their columns. */
final class SplitBackfill implements Backfill {
  /** A split, and the position at which to end. */
  record Part(Split split, String end) {}

  private final Source source;
  private final ArrayDeque<Part> parts;
  private final List<Integer> columns;
  private final RowType rowType;
  private SplitReader reader;

  SplitBackfill(Source source, List<Part> parts, List<Integer> columns, RowType rowType) {
    this.source = source;
    this.parts = new ArrayDeque<>(parts);
    this.columns = columns;
    this.rowType = rowType;
  }

  @Override
  public ChangeBatch poll() {
    while (!parts.isEmpty()) {
      if (reader == null) {
        reader = source.read(parts.peek().split(), null, parts.peek().end());
        BitSet read = new BitSet();
        columns.forEach(read::set);
        reader.project(read);
      }
      SplitReader.Poll poll = reader.poll(OperatorContext.BATCH_ROWS);
      if (poll instanceof SplitReader.Poll.Rows rows) {
        ChangeBatch selected = rows.batch().select(rowType, columns);
        rows.batch().release();
        return selected;
      }
      if (poll instanceof SplitReader.Poll.Nothing) {
        return null;
      }
      reader.close();
      reader = null;
      parts.remove();
    }
    return null;
  }

  @Override
  public boolean isFinished() {
    return parts.isEmpty();
  }

  @Override
  public void close() {
    parts.clear();
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
