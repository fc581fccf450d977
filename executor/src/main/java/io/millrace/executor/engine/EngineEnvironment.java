package io.millrace.executor.engine;

import io.millrace.core.time.Clock;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.filesystem.LocalFileSystem;
import java.util.concurrent.ThreadFactory;

/**
 * What an engine uses of its machine, so that tests and simulations can own it.
 *
 * @param threads makes the engine's threads, which it names
 */
public record EngineEnvironment(Clock clock, FileSystem fileSystem, ThreadFactory threads) {
  /** The machine as it is; threads do not keep the process alive. */
  public static EngineEnvironment system() {
    return new EngineEnvironment(
        Clock.system(),
        new LocalFileSystem(),
        task -> {
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        });
  }
}
