package io.millrace.executor.scheduling;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Runs one engine's actors and jobs. Thread-safe. */
public interface Scheduler {
  /** Runs jobs that may block, such as those that write files. */
  Executor io();

  /** Begins to run actors, which run until they end. */
  void start(List<? extends Actor> actors);

  /** Returns when an answer is there, or has failed to come. */
  void await(CompletableFuture<?> answer) throws InterruptedException;

  /**
   * Returns when all actors, which have been told to end, have ended, and no job runs any more.
   *
   * @param interruptJobs whether jobs are interrupted, and those that have not begun forgotten
   */
  void end(boolean interruptJobs) throws InterruptedException;
}
