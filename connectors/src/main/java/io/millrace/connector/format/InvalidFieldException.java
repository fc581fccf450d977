package io.millrace.connector.format;

/**
 * A field's text is no value of its column's type. Carries no stack trace: it is data, not a bug.
 */
final class InvalidFieldException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason completes "'text' …", for example "is not an INTEGER"
   */
  InvalidFieldException(String reason) {
    super(reason, null, false, false);
  }
}
