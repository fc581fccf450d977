package io.millrace.server.result;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import java.time.Duration;
import java.util.List;

/** Rows that are all there already. */
public final class ListCursor implements RowCursor {
  private final RowType rowType;
  private final List<Object[]> rows;
  private int position;
  private volatile boolean cancelled;

  public ListCursor(RowType rowType, List<Object[]> rows) {
    this.rowType = rowType;
    this.rows = List.copyOf(rows);
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Object[]> next(int most, Duration wait) {
    if (cancelled) {
      throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
    }
    List<Object[]> page = rows.subList(position, Math.min(rows.size(), position + most));
    position += page.size();
    return page;
  }

  @Override
  public boolean ended() {
    return position == rows.size();
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
