package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.scheduling.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for answers. */
final class Answers {
  private Answers() {}

  /** The answer, or the exception that it ended with. An interrupted wait cancels it. */
  static <T> T get(Scheduler scheduler, CompletableFuture<T> answer) {
    try {
      scheduler.await(answer);
    } catch (InterruptedException e) {
      answer.cancel(false);
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "Waiting was interrupted.", e);
    }
    return join(answer);
  }

  /** As {@link #get}, of an answer that other threads bring. */
  static <T> T join(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof MillraceException millrace) {
        throw millrace;
      }
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "The engine failed: " + e.getCause(), e.getCause());
    }
  }
}
