package io.millrace.connector.format;

/**
 * Why a record cannot be read.
 *
 * @param column the column at fault, or null when the record as a whole is malformed
 * @param reason for people, names the offending text, shortened
 */
public record RecordError(String column, String reason) {
  private static final int SHOWN = 60;

  static RecordError ofField(String column, String text, String reason) {
    return new RecordError(column, "'" + shortened(text) + "' " + reason);
  }

  static RecordError ofNull(String column, String reason) {
    return new RecordError(column, reason);
  }

  /** The text on one line, cut where it gets long. */
  public static String shortened(String text) {
    String line = text.replace("\r", "\\r").replace("\n", "\\n");
    return line.codePointCount(0, line.length()) <= SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "…";
  }

  /** For example {@code column "delay": 'x' is not an INTEGER}. */
  public String describe() {
    return column == null ? reason : "column \"" + column + "\": " + reason;
  }
}
