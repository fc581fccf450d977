package io.millrace.jdbc;

import java.util.Map;

/**
 * Opens databases inside this JVM. Implemented by the Millrace server and found by {@link
 * java.util.ServiceLoader}, so that the driver itself stays small.
 *
 * <p>Speaks only in types of the JDK: the driver's libraries may be relocated.
 */
public interface EmbeddedDatabaseProvider {

  /**
   * Opens a database; the driver opens each directory at most once at a time.
   *
   * @param directoryOrNull absolute path of the data directory, created if missing; null for a
   *     database in memory
   * @param properties options from URL and caller that are not the driver's own; never null
   * @throws RuntimeException if it cannot be opened or does not know an option. The message reaches
   *     the user; SQLSTATE and vendor code come from an {@code SQLException} among its causes
   */
  EmbeddedDatabase open(String directoryOrNull, Map<String, String> properties);

  /** An open database. Safe for use by several threads. */
  interface EmbeddedDatabase extends AutoCloseable {

    /**
     * Answers one request of Avatica's protocol, as the HTTP endpoint would.
     *
     * @param protobufRequest a serialized {@code WireMessage}; not kept
     * @return the serialized response, also for an error
     */
    byte[] call(byte[] protobufRequest);

    /** Takes a last checkpoint, if the database is durable, and stops it. */
    @Override
    void close();
  }
}
