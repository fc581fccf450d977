package io.millrace.connector.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/** The three bytes EF BB BF with which some programs begin UTF-8 files. */
final class ByteOrderMark {
  private static final int LENGTH = 3;

  private ByteOrderMark() {}

  static int length(byte[] bytes, int limit) {
    return limit >= LENGTH
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF
        ? LENGTH
        : 0;
  }

  static int length(Path file) throws IOException {
    byte[] bytes = new byte[LENGTH];
    try (FileBytes source = FileBytes.open(file, 0)) {
      return length(bytes, source.readFully(bytes, 0, LENGTH));
    }
  }
}
