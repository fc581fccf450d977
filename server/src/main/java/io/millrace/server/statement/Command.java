package io.millrace.server.statement;

import java.util.concurrent.atomic.AtomicBoolean;

/** A statement that does something and answers nothing but its tag. */
interface Command {
  /** What the client is told was done, such as {@code CREATE TABLE}. */
  String tag();

  /**
   * @param cancelled set by another thread to end it early, with the error CANCELLED
   */
  void run(AtomicBoolean cancelled);
}
