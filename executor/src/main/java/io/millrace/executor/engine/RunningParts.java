package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.coordinator.Coordinator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that an engine runs with now. Others may take their place; meanwhile whoever wants
 * something of them waits. Thread-safe.
 */
final class RunningParts {
  private static final Logger LOG = LoggerFactory.getLogger(RunningParts.class);

  /** Held for reading while the parts are given something to do, for writing to take them out. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Not complete while the parts are out. Guarded by the lock. */
  private CompletableFuture<EngineParts> parts;

  RunningParts(EngineParts parts) {
    this.parts = CompletableFuture.completedFuture(parts);
  }

  /**
   * Asks the coordinator. What it has not answered when it ends because the parts are replaced is
   * asked of the next one.
   *
   * @return may be cancelled; what is answered all the same is closed then
   */
  <T> CompletableFuture<T> ask(Function<Coordinator, CompletableFuture<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    ask(question, answer);
    return answer;
  }

  private <T> void ask(
      Function<Coordinator, CompletableFuture<T>> question, CompletableFuture<T> answer) {
    lock.readLock().lock();
    try {
      CompletableFuture<EngineParts> now = parts;
      if (now.isDone() && !now.isCompletedExceptionally()) {
        relay(question.apply(now.join().coordinator()), question, answer);
        return;
      }
      now.whenComplete(
          (next, failure) -> {
            if (failure != null) {
              answer.completeExceptionally(failure);
            } else {
              ask(question, answer);
            }
          });
    } finally {
      lock.readLock().unlock();
    }
  }

  private <T> void relay(
      CompletableFuture<T> asked,
      Function<Coordinator, CompletableFuture<T>> question,
      CompletableFuture<T> answer) {
    answer.whenComplete(
        (value, failure) -> {
          if (answer.isCancelled()) {
            asked.cancel(false);
          }
        });
    asked.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            if (!answer.complete(value) && value instanceof AutoCloseable unwanted) {
              close(unwanted);
            }
          } else if (isReplaced(failure)) {
            ask(question, answer);
          } else {
            answer.completeExceptionally(failure);
          }
        });
  }

  private static boolean isReplaced(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof MillraceException known && known.code() == ErrorCode.WORKERS_CHANGED;
  }

  private static void close(AutoCloseable unwanted) {
    try {
      unwanted.close();
    } catch (Exception e) { // nobody waits for it
      LOG.error("Could not close an answer that nobody wants.", e);
    }
  }

  /** Does something with the parts, which stay in until it is done. */
  void use(Consumer<EngineParts> action) {
    while (true) {
      CompletableFuture<EngineParts> now;
      lock.readLock().lock();
      try {
        now = parts;
        if (now.isDone()) {
          action.accept(Answers.join(now));
          return;
        }
      } finally {
        lock.readLock().unlock();
      }
      Answers.join(now);
    }
  }

  /** The parts as they are; waits while they are out. */
  EngineParts get() {
    CompletableFuture<EngineParts> now;
    lock.readLock().lock();
    try {
      now = parts;
    } finally {
      lock.readLock().unlock();
    }
    return Answers.join(now);
  }

  /** Takes the parts out when nobody uses them; {@link #put} or {@link #fail} ends it. */
  EngineParts take() {
    lock.writeLock().lock();
    try {
      EngineParts taken = Answers.join(parts);
      parts = new CompletableFuture<>();
      return taken;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Puts parts in. */
  void put(EngineParts next) {
    parts.complete(next);
  }

  /** There are no parts any more; everything fails with the cause. */
  void fail(RuntimeException cause) {
    parts.completeExceptionally(cause);
  }
}
