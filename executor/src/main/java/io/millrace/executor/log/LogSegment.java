package io.millrace.executor.log;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The files of the log. A segment is named by the position of its first entry. An entry is, in
 * big-endian order:
 *
 * <pre>
 *    0        4          8         12            20          28
 *   +--------+----------+---------+-------------+-----------+-----------+
 *   | magic  | CRC32C   | payload | durable up  | table id  | payload…  |
 *   | 4 B    | of rest  | length  | to, 8 B     | 8 B       |           |
 *   +--------+----------+---------+-------------+-----------+-----------+
 * </pre>
 *
 * "Durable up to" is the position below which everything was synced when the entry was written: it
 * tells the torn end of a crash (nothing after it claims it) from damage.
 */
final class LogSegment {
  static final int HEADER_BYTES = 28;
  static final int MAX_PAYLOAD_BYTES = 1 << 30;
  private static final int MAGIC = 0x4D524C31;
  private static final String SUFFIX = ".log";

  private LogSegment() {}

  static Path file(Path directory, long firstPosition) {
    return directory.resolve(String.format("%016x%s", firstPosition, SUFFIX));
  }

  static boolean isSegment(Path file) {
    return file.getFileName().toString().endsWith(SUFFIX);
  }

  static long firstPosition(Path file) {
    String name = file.getFileName().toString();
    return Long.parseUnsignedLong(name.substring(0, name.length() - SUFFIX.length()), 16);
  }

  static ByteBuffer encode(long tableId, long durableUpTo, byte[] payload) {
    ByteBuffer entry = ByteBuffer.allocate(HEADER_BYTES + payload.length);
    entry.putInt(MAGIC).putInt(0).putInt(payload.length).putLong(durableUpTo).putLong(tableId);
    entry.put(payload);
    entry.putInt(4, checksum(entry.array(), 0, payload.length));
    return entry.flip();
  }

  private static int checksum(byte[] bytes, int entry, int payloadLength) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, entry + 8, HEADER_BYTES - 8 + payloadLength);
    return (int) crc.getValue();
  }

  /**
   * Reads a segment's entries in order.
   *
   * @param last whether it is the newest segment, which may end in the torn rest of a crash
   * @return the position after the last intact entry
   */
  static long read(FileSystem fileSystem, Path file, boolean last, Consumer<LogEntry> consumer)
      throws IOException {
    byte[] bytes;
    try (InputStream input = fileSystem.open(file)) {
      bytes = input.readAllBytes();
    }
    long first = firstPosition(file);
    int at = 0;
    while (at < bytes.length && isIntact(bytes, at)) {
      ByteBuffer entry = ByteBuffer.wrap(bytes, at, bytes.length - at);
      int length = entry.getInt(at + 8);
      byte[] payload = new byte[length];
      entry.get(at + HEADER_BYTES, payload);
      int end = at + HEADER_BYTES + length;
      consumer.accept(new LogEntry(first + at, first + end, entry.getLong(at + 20), payload));
      at = end;
    }
    if (at < bytes.length && (!last || isClaimedDurable(bytes, at, first + at))) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA,
          "The table log is damaged in "
              + file
              + " at byte "
              + at
              + ". Restore the whole data directory from a backup.");
    }
    return first + at;
  }

  private static boolean isIntact(byte[] bytes, int at) {
    if (bytes.length - at < HEADER_BYTES) {
      return false;
    }
    ByteBuffer entry = ByteBuffer.wrap(bytes);
    int length = entry.getInt(at + 8);
    return entry.getInt(at) == MAGIC
        && length >= 0
        && length <= bytes.length - at - HEADER_BYTES
        && entry.getInt(at + 4) == checksum(bytes, at, length);
  }

  /** Whether an intact entry after a broken one says that the broken one had been durable. */
  private static boolean isClaimedDurable(byte[] bytes, int broken, long brokenPosition) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    for (int at = broken + 1; at <= bytes.length - HEADER_BYTES; at++) {
      if (buffer.getInt(at) == MAGIC && isIntact(bytes, at)) {
        return buffer.getLong(at + 12) > brokenPosition;
      }
    }
    return false;
  }
}
