package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether somebody wants a query to end early. Thread-safe. */
final class Cancellation {
  private final AtomicBoolean statement;
  private volatile boolean cursor;

  /**
   * @param statement set when the statement is to end
   */
  Cancellation(AtomicBoolean statement) {
    this.statement = statement;
  }

  /** The rows are wanted no more. */
  void cancel() {
    cursor = true;
  }

  boolean isCancelled() {
    return cursor || statement.get();
  }

  /**
   * @throws MillraceException {@link ErrorCode#CANCELLED} if it is to end
   */
  void check() {
    if (isCancelled()) {
      throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
    }
  }

  AtomicBoolean statement() {
    return statement;
  }
}
