package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the engine's rows, as long as they are wanted. */
final class EpochReads {
  private static final long CHECK_MILLIS = 20;

  private EpochReads() {}

  /**
   * @return null if nothing is to be read
   */
  static EpochRead read(Engine engine, List<ReadRequest> requests, Cancellation cancellation) {
    cancellation.check();
    if (requests.isEmpty()) {
      return null;
    }
    CompletableFuture<EpochRead> answer = engine.readAsync(requests);
    while (true) {
      try {
        return answer.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (cancellation.isCancelled() && answer.cancel(false)) {
          cancellation.check();
        }
      } catch (InterruptedException e) {
        if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
          answer.join().close();
        }
        Thread.currentThread().interrupt();
        throw new MillraceException(ErrorCode.CANCELLED, "Waiting was interrupted.", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof MillraceException known) {
          throw known;
        }
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR, "The engine failed: " + e.getCause(), e.getCause());
      }
    }
  }
}
