package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.transport.Transport;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.calcite.avatica.remote.ProtobufService;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;

/**
 * Avatica's service over a {@link Transport}: each call is one message there and one back. Errors
 * of the server come out as {@link SqlFailure} with its message, SQLSTATE and vendor code
 * unchanged.
 */
final class TransportService extends ProtobufService {

  private static final ProtobufTranslation TRANSLATION = new ProtobufTranslationImpl();

  private final Transport transport;

  TransportService(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Response _apply(Request request) {
    Response response = parse(transport.send(serialize(request)));
    if (response instanceof ErrorResponse error) {
      throw new SqlFailure(failure(error));
    }
    return response;
  }

  private static byte[] serialize(Request request) {
    try {
      return WireNames.toWire(TRANSLATION.serializeRequest(request));
    } catch (IOException e) {
      throw new SqlFailure(
          SqlErrors.of(SqlStates.PROTOCOL_VIOLATION, "the request cannot be serialized", e));
    }
  }

  private Response parse(byte[] bytes) {
    try {
      return TRANSLATION.parseResponse(WireNames.fromWire(bytes));
    } catch (IOException | RuntimeException e) {
      throw new SqlFailure(
          SqlErrors.of(
              SqlStates.PROTOCOL_VIOLATION,
              transport.address()
                  + " gave an answer that is none of Millrace's. Check that a Millrace server"
                  + " listens on this host and port",
              e));
    }
  }

  private SQLException failure(ErrorResponse error) {
    if (error.errorCode == ErrorResponse.MISSING_CONNECTION_ERROR_CODE) {
      return SqlErrors.of(
          SqlStates.NO_CONNECTION,
          "the server at "
              + transport.address()
              + " no longer knows this connection: it was restarted, or dropped the connection"
              + " because it was idle. Connect again");
    }
    boolean unknown =
        error.sqlState == null || error.sqlState.equals(ErrorResponse.UNKNOWN_SQL_STATE);
    String state = unknown ? SqlStates.GENERAL : error.sqlState;
    int vendorCode = error.errorCode == ErrorResponse.UNKNOWN_ERROR_CODE ? 0 : error.errorCode;
    // What the user did wrong needs no stack trace of the server; a fault of the server does.
    boolean internal = unknown || state.startsWith("XX");
    Throwable cause =
        internal && error.exceptions != null && !error.exceptions.isEmpty()
            ? new ServerTrace(String.join("\n", error.exceptions))
            : null;
    return SqlErrors.of(state, vendorCode, error.errorMessage, cause);
  }

  /** The stack trace of the server, as text. */
  private static final class ServerTrace extends Exception {
    private static final long serialVersionUID = 1L;

    ServerTrace(String text) {
      super("on the server: " + text, null, false, false);
    }
  }
}
