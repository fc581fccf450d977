package io.millrace.executor.coordinator;

import io.millrace.core.error.MillraceException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An engine's end after which others go on from its last checkpoint. When the barrier of that is on
 * its way no epoch begins any more: nobody may read what the others do not begin with. Belongs to
 * the coordinator's thread.
 */
final class HandOver {
  private final CompletableFuture<Void> done;
  private final MillraceException reason;
  private boolean asked;
  private boolean halted;

  /**
   * @param done whoever cancels it does not want it any more
   * @param reason why what is not answered fails
   */
  HandOver(CompletableFuture<Void> done, MillraceException reason) {
    this.done = done;
    this.reason = reason;
  }

  MillraceException reason() {
    return reason;
  }

  /** Whether the checkpoint was asked for. */
  boolean isAsked() {
    return asked;
  }

  /**
   * Asks for the checkpoint.
   *
   * @param then gets its failure, or null when it is complete
   * @return to be answered with the checkpoint
   */
  CompletableFuture<Long> ask(Consumer<Throwable> then) {
    asked = true;
    CompletableFuture<Long> checkpoint = new CompletableFuture<>();
    checkpoint.whenComplete((id, failure) -> then.accept(failure));
    return checkpoint;
  }

  /** The barrier of a checkpoint is on its way. */
  void halt() {
    halted = asked;
  }

  boolean isHalted() {
    return halted;
  }

  /** Says how the checkpoint ended; returns whether others go on. */
  boolean end(Throwable failure) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return false;
    }
    return done.complete(null);
  }
}
