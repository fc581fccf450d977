package io.millrace.executor.computed;

import io.millrace.executor.connector.SplitReader;
import java.util.BitSet;

/** Adds the computed columns to what the reader of a connector reads. */
final class ComputedSplitReader implements SplitReader {
  private final SplitReader reader;
  private final ComputedRows rows;
  private BitSet wanted;

  ComputedSplitReader(SplitReader reader, ComputedRows rows) {
    this.reader = reader;
    this.rows = rows;
    this.wanted = rows.allColumns();
  }

  @Override
  public Poll poll(int maxRows) {
    Poll poll = reader.poll(maxRows);
    return poll instanceof Poll.Rows read
        ? new Poll.Rows(rows.complete(read.batch(), wanted))
        : poll;
  }

  @Override
  public void project(BitSet columns) {
    wanted = (BitSet) columns.clone();
    reader.project(rows.toRead(columns));
  }

  @Override
  public String position() {
    return reader.position();
  }

  @Override
  public void close() {
    reader.close();
  }
}
