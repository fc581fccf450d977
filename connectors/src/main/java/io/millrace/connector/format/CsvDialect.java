package io.millrace.connector.format;

import java.nio.charset.StandardCharsets;

/**
 * How a CSV file is written: RFC 4180 with a choice of characters.
 *
 * <ul>
 *   <li>A field in quotes may hold delimiters, line ends and doubled quotes. A quote inside of an
 *       unquoted field is an ordinary character.
 *   <li>Lines end with LF or CR LF; blank lines are skipped, except in files of one column, where
 *       they are records.
 *   <li>VARCHAR and VARBINARY: an unquoted field that equals {@code nullText} is NULL; everything
 *       else is text, blanks included, so that {@code ""} is the empty string.
 *   <li>Other types: an empty field, and an unquoted one that equals {@code nullText}, is NULL;
 *       blanks around a value do not count.
 * </ul>
 *
 * @param delimiter one ASCII character
 * @param quote one ASCII character, or {@link #NO_QUOTE}
 * @param nullText what stands for NULL
 */
public record CsvDialect(byte delimiter, byte quote, String nullText) {
  /** No byte of UTF-8 text: nothing is quoted. */
  public static final byte NO_QUOTE = (byte) 0xFF;

  public static final CsvDialect DEFAULT = new CsvDialect((byte) ',', (byte) '"', "");

  public CsvDialect {
    if (delimiter == quote || delimiter == '\n' || delimiter == '\r') {
      throw new IllegalArgumentException("Delimiter and quote must differ");
    }
  }

  byte[] nullBytes() {
    return nullText.getBytes(StandardCharsets.UTF_8);
  }
}
