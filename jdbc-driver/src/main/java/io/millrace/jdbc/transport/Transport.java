package io.millrace.jdbc.transport;

import java.time.Duration;

/**
 * Sends serialized requests to one database and returns its serialized responses.
 *
 * <p>Safe for use by several threads; each call blocks its caller. Failures are {@code SqlFailure}s
 * with a connection SQLSTATE (class 08), or 57014 for an aborted call.
 */
public interface Transport extends AutoCloseable {

  /** Sends {@code request} and waits for the response. Neither array is kept or changed. */
  byte[] send(byte[] request);

  /**
   * Ends the call that {@code caller} waits in now, if there is one: it throws. Transports that
   * cannot end a call leave it to the server, which has been told.
   */
  default void abort(Thread caller) {}

  /** Bounds each following call; null for no bound. */
  default void setTimeout(Duration timeout) {}

  /** Returns where the database is, for messages: {@code host:port} or a directory. */
  String address();

  /** Releases what this transport holds. Idempotent. */
  @Override
  void close();
}
