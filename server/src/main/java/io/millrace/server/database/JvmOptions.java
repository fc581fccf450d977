package io.millrace.server.database;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.nio.ByteBuffer;

/** What the JVM of a database must have been started with. */
final class JvmOptions {
  /** Batches of rows lie in direct buffers, which Arrow reads by their address. */
  static final String OPEN_NIO = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private JvmOptions() {}

  /**
   * @throws MillraceException if an option is missing, saying which
   */
  static void check() {
    check(ByteBuffer.class.getModule().isOpen("java.nio", JvmOptions.class.getModule()));
  }

  static void check(boolean nioIsOpen) {
    if (!nioIsOpen) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "A database in this JVM needs the option "
              + OPEN_NIO
              + ". Start java with it, or set the environment variable JDK_JAVA_OPTIONS to it.");
    }
  }
}
