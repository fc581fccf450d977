package io.millrace.server.cli;

import java.io.Console;

/** Whether a person sits at the other end. */
final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  static boolean isInteractive() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From Java 22 on there always is a console, which can say more.
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Console.isTerminal cannot be called", e);
    }
  }
}
