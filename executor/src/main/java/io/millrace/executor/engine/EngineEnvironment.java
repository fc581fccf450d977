package io.millrace.executor.engine;

import io.millrace.core.time.Clock;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.scheduling.Scheduler;
import io.millrace.executor.scheduling.ThreadScheduler;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What an engine uses of its machine, so that tests and simulations can own it.
 *
 * @param schedulers makes what runs an engine, once for each
 * @param runNames names each run of an engine, with letters and digits, and no two alike
 */
public record EngineEnvironment(
    Clock clock, FileSystem fileSystem, Supplier<Scheduler> schedulers, Supplier<String> runNames) {
  /** The machine as it is; threads do not keep the process alive. */
  public static EngineEnvironment system() {
    return on(new LocalFileSystem());
  }

  /** As {@link #system} with other files. */
  public static EngineEnvironment on(FileSystem fileSystem) {
    return new EngineEnvironment(
        Clock.system(),
        fileSystem,
        () -> new ThreadScheduler(EngineEnvironment::daemon),
        () -> UUID.randomUUID().toString().replace("-", ""));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }
}
