package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for answers. */
final class Answers {
  private Answers() {}

  /** The answer, or the exception that it ended with. An interrupted wait cancels it. */
  static <T> T get(CompletableFuture<T> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      answer.cancel(false);
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "Waiting was interrupted.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MillraceException millrace) {
        throw millrace;
      }
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "The engine failed: " + e.getCause(), e.getCause());
    }
  }
}
