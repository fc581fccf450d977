package io.millrace.executor.scheduling;

/**
 * A part of the engine that runs beside others. It shares nothing with them: they send it messages,
 * and it handles them step by step. One thread at a time runs it.
 */
public interface Actor {
  /** For the thread that runs it. */
  String name();

  /**
   * Does some of what there is to do now, and never waits.
   *
   * @return false if there was nothing to do
   */
  boolean step();

  /**
   * After how many nanoseconds there is something to do, if no message comes before; 0 or less if
   * there is now.
   */
  long nanosUntilDue();

  /** Runs steps, and rests between them while there is nothing to do, until it has ended. */
  void run();

  /** Whether it has been told to end and has ended. */
  boolean isEnded();
}
