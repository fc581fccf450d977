package io.millrace.core.error;

import java.util.Optional;

/** The one exception that carries an error to a user: a code, a message and, for SQL, the place. */
public final class MillraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient SourcePosition position;
  private final String detail;

  public MillraceException(ErrorCode code, String message) {
    this(code, null, message, null);
  }

  public MillraceException(ErrorCode code, String message, Throwable cause) {
    this(code, null, message, cause);
  }

  /**
   * @param position where in the statement, or null
   * @param message what was wrong and, where known, what would be right; without the position
   * @param cause or null
   */
  public MillraceException(
      ErrorCode code, SourcePosition position, String message, Throwable cause) {
    super(position == null ? message : "At " + position + ": " + message, cause);
    this.code = code;
    this.position = position;
    this.detail = message;
  }

  public ErrorCode code() {
    return code;
  }

  public Optional<SourcePosition> position() {
    return Optional.ofNullable(position);
  }

  /** The message without the position. */
  public String detail() {
    return detail;
  }
}
