package io.millrace.executor.engine;

import io.millrace.executor.filesystem.FaultyFileSystem.Fault;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/**
 * A machine that dies at the n-th of some operations on files: that one fails, and so does every
 * later operation that changes anything. Thread-safe.
 */
final class CrashPoint implements Fault {
  private final BiPredicate<Operation, Path> counted;
  private final AtomicInteger left;
  private volatile boolean struck;

  /**
   * @param counted which operations are counted
   * @param number the operation that fails first, from 1
   */
  CrashPoint(BiPredicate<Operation, Path> counted, int number) {
    this.counted = counted;
    this.left = new AtomicInteger(number);
  }

  /** A machine that dies when it is told to by {@link #strike()}. */
  static CrashPoint whenTold() {
    return new CrashPoint((operation, file) -> false, 1);
  }

  void strike() {
    struck = true;
  }

  /** Whether the machine is dead. */
  boolean hasStruck() {
    return struck;
  }

  @Override
  public String strike(Operation operation, Path file) {
    if (!struck && counted.test(operation, file) && left.decrementAndGet() <= 0) {
      struck = true;
    }
    return struck ? "The machine is dead" : null;
  }
}
