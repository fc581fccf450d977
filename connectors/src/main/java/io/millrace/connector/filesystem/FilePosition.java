package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where reading of a file goes on. As text: {@code offset:line:checksum}, with {@code :skip} behind
 * when the offset is within a line that is too long and the rest of it is to be passed over.
 *
 * @param offset in bytes; of a compressed file, in bytes after decompression
 * @param line of the next record, from 1
 * @param checksum of what was read, see {@link FileWindow}; 0 at offset 0
 * @param skipLine whether to pass over the rest of the line
 */
record FilePosition(long offset, long line, long checksum, boolean skipLine) {
  static final FilePosition START = new FilePosition(0, 1, 0, false);

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}):(\\d{1,18}):([0-9a-f]{8})(:skip)?");

  static FilePosition parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new MillraceException(
          ErrorCode.INCOMPATIBLE_STATE, "'" + text + "' is not a position in a file.");
    }
    return new FilePosition(
        Long.parseLong(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        Long.parseLong(matcher.group(3), 16),
        matcher.group(4) != null);
  }

  @Override
  public String toString() {
    // Asked for after every batch, so not by String.format.
    String hex = Long.toHexString(checksum | 1L << 32);
    return offset + ":" + line + ":" + hex.substring(1) + (skipLine ? ":skip" : "");
  }
}
