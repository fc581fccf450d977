package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Lets the engine create one relation, which may take long, and be cancelled meanwhile. */
final class RelationCreation {
  private static final long POLL_MILLIS = 20;

  private final Engine engine;
  private final RelationSpec spec;

  RelationCreation(Engine engine, RelationSpec spec) {
    this.engine = engine;
    this.spec = spec;
  }

  /**
   * Returns when the relation is whole; if it throws the engine has nothing of it.
   *
   * @throws MillraceException {@link ErrorCode#CANCELLED} if it was cancelled, or why the relation
   *     cannot be
   */
  void run(AtomicBoolean cancelled) {
    CompletableFuture<Void> created;
    try {
      created = engine.createAsync(spec);
    } catch (RejectedExecutionException e) {
      throw new MillraceException(ErrorCode.SHUTTING_DOWN, "The database has been shut down.", e);
    }
    try {
      while (!isDone(created)) {
        if (cancelled.get()) {
          withdraw(created);
        }
      }
    } catch (InterruptedException e) {
      try {
        withdraw(created);
      } finally {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits a little; throws what the creation failed with. */
  private static boolean isDone(CompletableFuture<Void> created) throws InterruptedException {
    try {
      created.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MillraceException known) {
        throw known;
      }
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "The engine has failed: " + e.getCause(), e.getCause());
    }
  }

  private void withdraw(CompletableFuture<Void> created) {
    MillraceException cancelled =
        new MillraceException(
            ErrorCode.CANCELLED,
            "The statement was cancelled; '" + spec.name() + "' is not created.");
    boolean gone = false;
    while (!gone) {
      try {
        engine.drop(spec.id());
        gone = true;
      } catch (MillraceException e) {
        if (e.code() != ErrorCode.UNKNOWN_RELATION) {
          throw e;
        }
        // While its connector is being opened the engine does not know the relation yet.
        gone = created.isCompletedExceptionally();
      }
      if (!gone) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      }
    }
    throw cancelled;
  }
}
