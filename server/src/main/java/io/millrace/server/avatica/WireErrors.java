package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.ErrorType;
import io.millrace.core.error.MillraceException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever is thrown into errors that travel: message, SQLSTATE and vendor code. */
final class WireErrors {
  private static final Logger LOG = LoggerFactory.getLogger(WireErrors.class);
  private static final StackTraceElement[] NO_TRACE = {};

  private WireErrors() {}

  /** Returns {@code meta}, throwing only what clients understand. */
  static ProtobufMeta guard(ProtobufMeta meta) {
    return (ProtobufMeta)
        Proxy.newProxyInstance(
            WireErrors.class.getClassLoader(),
            new Class<?>[] {ProtobufMeta.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(meta, arguments);
              } catch (InvocationTargetException e) {
                throw translate(e.getCause());
              }
            });
  }

  /** Returns the exception that tells a client about {@code thrown}; logs faults of Millrace. */
  static Exception translate(Throwable thrown) {
    if (thrown instanceof NoSuchConnectionException
        || thrown instanceof NoSuchStatementException
        || thrown instanceof MissingResultsException) {
      // Avatica has messages of their own for these.
      return (Exception) thrown;
    } else if (thrown instanceof MillraceException known) {
      if (known.code().type() == ErrorType.INTERNAL) {
        LOG.error("An internal error", known);
      }
      return error(known.code(), known.getMessage());
    } else if (thrown instanceof OutOfMemoryError) {
      LOG.error("Out of memory in a statement", thrown);
      return error(
          ErrorCode.OUT_OF_MEMORY, "The statement needs more memory than the server has left.");
    } else if (thrown instanceof StackOverflowError) {
      LOG.warn("A statement is nested too deeply", thrown);
      return error(ErrorCode.LIMIT_EXCEEDED, "The statement is nested too deeply.");
    }
    LOG.error("An unexpected error", thrown);
    return error(
        ErrorCode.INTERNAL_ERROR,
        "An unexpected error, which is a fault of Millrace (the log has more of it): " + thrown);
  }

  private static AvaticaRuntimeException error(ErrorCode code, String message) {
    AvaticaRuntimeException error =
        new AvaticaRuntimeException(message, code.number(), code.sqlState(), AvaticaSeverity.ERROR);
    // It would travel as text, and tells users nothing.
    error.setStackTrace(NO_TRACE);
    return error;
  }
}
