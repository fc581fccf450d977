package io.millrace.executor.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives every actor a thread of its own, and jobs as many as they need. */
public final class ThreadScheduler implements Scheduler {
  private final ThreadFactory factory;
  private final ExecutorService io;
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param factory makes the threads, which get their names here
   */
  public ThreadScheduler(ThreadFactory factory) {
    this.factory = factory;
    AtomicInteger numbers = new AtomicInteger();
    this.io =
        Executors.newCachedThreadPool(
            task -> named(task, "millrace-io-" + numbers.getAndIncrement()));
  }

  private Thread named(Runnable task, String name) {
    Thread thread = factory.newThread(task);
    thread.setName(name);
    return thread;
  }

  @Override
  public Executor io() {
    return io;
  }

  @Override
  public synchronized void start(List<? extends Actor> actors) {
    for (Actor actor : actors) {
      Thread thread = named(actor::run, "millrace-" + actor.name());
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public void await(CompletableFuture<?> answer) throws InterruptedException {
    try {
      answer.get();
    } catch (ExecutionException e) {
      // Whoever waits asks the answer itself.
      return;
    }
  }

  @Override
  public synchronized void end(boolean interruptJobs) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    if (interruptJobs) {
      io.shutdownNow();
    } else {
      io.shutdown();
    }
    io.awaitTermination(1, TimeUnit.MINUTES);
  }
}
