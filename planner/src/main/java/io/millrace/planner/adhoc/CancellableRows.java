package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/** Called by generated code: rows that end with the error CANCELLED when their query should. */
public final class CancellableRows {
  private CancellableRows() {}

  /**
   * @param context of the query's run
   */
  public static <T> Enumerable<T> of(Enumerable<T> rows, DataContext context) {
    AtomicBoolean cancelled = DataContext.Variable.CANCEL_FLAG.get(context);
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Checked<>(rows.enumerator(), cancelled);
      }
    };
  }

  private record Checked<T>(Enumerator<T> rows, AtomicBoolean cancelled) implements Enumerator<T> {
    @Override
    public boolean moveNext() {
      if (cancelled.get()) {
        throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
      }
      return rows.moveNext();
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
