package io.millrace.server.avatica;

import io.millrace.server.database.Database;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;

/**
 * Answers the messages of JDBC drivers over one database. For any thread: each call runs on the
 * caller's.
 */
public final class AvaticaEndpoint implements AutoCloseable {
  private final ClientConnections connections;
  private final ProtobufHandler handler;

  /**
   * @param database stays open when the endpoint is closed
   */
  public AvaticaEndpoint(Database database, EndpointLimits limits) {
    this.connections = new ClientConnections(database, limits);
    this.handler =
        new ProtobufHandler(
            new LocalService(WireErrors.guard(new DatabaseMeta(database, connections))),
            new ProtobufTranslationImpl(),
            NoopMetricsSystem.getInstance());
  }

  /**
   * An answer, which may tell of an error.
   *
   * @param status as HTTP has it
   * @param message serialized {@code WireMessage}
   */
  record Answer(int status, byte[] message) {}

  Answer answer(byte[] request) {
    HandlerResponse<byte[]> response;
    try {
      response = handler.apply(request);
    } catch (RuntimeException | Error e) {
      // Outside of what guards the database: the message itself, or no memory to answer.
      Throwable error = WireErrors.translate(e);
      response = handler.convertToErrorResponse((Exception) error);
    }
    return new Answer(response.getStatusCode(), response.getResponse());
  }

  /**
   * Answers one request.
   *
   * @param request a serialized {@code WireMessage}; not kept
   * @return the serialized response, also for an error
   */
  public byte[] call(byte[] request) {
    return answer(request).message();
  }

  /** The number of connections that are open. */
  public int openConnections() {
    return connections.size();
  }

  /** Closes what nobody has used for too long at the time {@code now} of System.nanoTime. */
  void closeIdle(long now) {
    connections.sweep(now);
  }

  /** Ends what clients do; later requests fail with SHUTTING_DOWN. */
  @Override
  public void close() {
    connections.close();
  }
}
