package io.millrace.server.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What to do when the process is asked to end (SIGTERM, Ctrl-C) while a command runs. The process
 * ends when it is done, with the exit code 0: to be asked is no failure.
 */
final class Interrupts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Interrupts.class);

  private final Thread hook;

  private Interrupts(Thread hook) {
    this.hook = hook;
  }

  /** From now on, {@code work} is done; until this is closed. */
  static Interrupts handle(Runnable work) {
    Thread hook = new Thread(() -> endProcess(work), "millrace-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    return new Interrupts(hook);
  }

  private static void endProcess(Runnable work) {
    int exitCode = 1;
    try {
      work.run();
      exitCode = 0;
    } catch (RuntimeException e) {
      LOG.error("The shutdown failed", e);
    } finally {
      // Otherwise the exit code would tell of the signal.
      Runtime.getRuntime().halt(exitCode);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does the rest.
      LOG.debug("Ending already", e);
    }
  }
}
