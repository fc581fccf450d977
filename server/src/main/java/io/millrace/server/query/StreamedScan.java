package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.read.RelationRows;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerator;

/** The rows of one relation as they come, once. */
final class StreamedScan extends AbstractEnumerable<Object[]> {
  /** Rows between two looks at whether the query is cancelled. */
  private static final int CHECK_EVERY = 256;

  private final RelationRows rows;
  private final int[] binaryColumns;
  private final Cancellation cancellation;
  private boolean begun;

  StreamedScan(RelationRows rows, int[] binaryColumns, Cancellation cancellation) {
    this.rows = rows;
    this.binaryColumns = binaryColumns;
    this.cancellation = cancellation;
  }

  @Override
  public Enumerator<Object[]> enumerator() {
    if (begun) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "A relation is read twice that the plan reads once.");
    }
    begun = true;
    return new Enumerator<>() {
      private Object[] current;
      private int count;

      @Override
      public Object[] current() {
        return current;
      }

      @Override
      public boolean moveNext() {
        if (count++ % CHECK_EVERY == 0) {
          cancellation.check();
        }
        if (!rows.next()) {
          current = null;
          return false;
        }
        current = EdgeValues.intoRuntime(rows.row(), binaryColumns);
        return true;
      }

      @Override
      public void reset() {
        throw new UnsupportedOperationException("rows are not read twice");
      }

      @Override
      public void close() {
        rows.close();
      }
    };
  }
}
