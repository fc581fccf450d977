package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.coordinator.Coordinator;
import io.millrace.executor.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one engine. */
final class EngineThreads {
  private final ThreadFactory factory;
  private final ExecutorService io;
  private final List<Thread> threads = new ArrayList<>();

  EngineThreads(ThreadFactory factory) {
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

  /** Runs what may block. */
  ExecutorService io() {
    return io;
  }

  void start(Coordinator coordinator, List<Worker> workers) {
    for (Worker worker : workers) {
      threads.add(named(worker, "millrace-worker-" + worker.number()));
    }
    threads.add(named(coordinator, "millrace-coordinator"));
    threads.forEach(Thread::start);
  }

  /** Waits for the threads, which have been told to end, and for what runs on {@code io}. */
  void join(boolean interruptIo) {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      if (interruptIo) {
        io.shutdownNow();
      } else {
        io.shutdown();
      }
      io.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "Closing was interrupted.", e);
    }
  }
}
