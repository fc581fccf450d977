package io.millrace.executor.task;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.ContentScan;
import java.util.ArrayDeque;
import java.util.List;

/** The content of a table or view, some of its columns. */
final class ContentBackfill implements Backfill {
  private final ContentScan scan;
  private final List<Integer> columns;
  private final RowType rowType;
  private final ArrayDeque<ChangeBatch> emitted = new ArrayDeque<>();
  private boolean scanned;

  ContentBackfill(ContentScan scan, List<Integer> columns, RowType rowType) {
    this.scan = scan;
    this.columns = columns;
    this.rowType = rowType;
  }

  @Override
  public ChangeBatch poll() {
    if (emitted.isEmpty() && !scanned) {
      scanned = scan.emit(emitted::add);
    }
    ChangeBatch whole = emitted.poll();
    if (whole == null) {
      return null;
    }
    ChangeBatch selected = whole.select(rowType, columns);
    whole.release();
    return selected;
  }

  @Override
  public boolean isFinished() {
    return scanned && emitted.isEmpty();
  }

  @Override
  public void close() {
    scan.close();
    emitted.forEach(ChangeBatch::release);
    emitted.clear();
  }
}
