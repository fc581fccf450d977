package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A stretch of a file in memory that moves forward and grows as far as a record needs.
 *
 * <p>The checksum of a position covers the first {@value #HEAD} bytes of the file and the last
 * {@value #TAIL} before the position, as far as they were read. So a file that was replaced, cut or
 * written over is told from one that only grew, without reading all of it again; and a copy of the
 * file, in another place or with another inode, still counts as the same.
 */
final class FileWindow implements Closeable {
  private static final int HEAD = 1024;
  private static final int TAIL = 64;
  private static final int FIRST_CAPACITY = 256 * 1024;

  private final Path file;
  private final FileBytes source;
  private final int capacity;
  private final long end;
  private final byte[] head = new byte[HEAD];
  private int headLength;
  private byte[] bytes;
  private int start;
  private int limit;
  private long limitOffset;
  private boolean atEnd;

  private FileWindow(Path file, FileBytes source, int maxRecordSize, long end) {
    this.file = file;
    this.source = source;
    // Room for the largest record, its line end, and the bytes kept for the checksum.
    this.capacity = maxRecordSize + 2 + TAIL;
    this.end = end;
    this.bytes = new byte[Math.min(capacity, FIRST_CAPACITY)];
  }

  /**
   * Opens a file at a position, and checks that it is still the file that was read so far.
   *
   * @param end the offset at which the window ends even when the file does not
   */
  static FileWindow open(Path file, FilePosition position, int maxRecordSize, long end)
      throws IOException {
    byte[] head = new byte[HEAD];
    int headLength = 0;
    if (position.offset() > 0) {
      try (FileBytes source = FileBytes.open(file, 0)) {
        headLength = source.readFully(head, 0, HEAD);
      }
    }
    long tailStart = Math.max(0, position.offset() - TAIL);
    FileWindow window = new FileWindow(file, FileBytes.open(file, tailStart), maxRecordSize, end);
    try {
      System.arraycopy(head, 0, window.head, 0, headLength);
      window.headLength = headLength;
      window.limitOffset = tailStart;
      window.goTo(position);
      return window;
    } catch (IOException | RuntimeException e) {
      window.close();
      throw e;
    }
  }

  private void goTo(FilePosition position) throws IOException {
    int tail = (int) (position.offset() - limitOffset);
    int found = source.readFully(bytes, 0, tail);
    limit = found;
    limitOffset += found;
    if (found < tail) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA,
          "The file "
              + file
              + " was cut: "
              + position.offset()
              + " bytes of it were read before, but it has fewer now. Files that are read may"
              + " only grow; put other content into a new file.");
    }
    start = limit;
    if (position.offset() > 0 && checksum() != position.checksum()) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA,
          "The file "
              + file
              + " was replaced or changed: the first "
              + position.offset()
              + " bytes are not those that were read before. Files that are read may only grow;"
              + " put other content into a new file.");
    }
  }

  byte[] bytes() {
    return bytes;
  }

  /** The first byte not consumed. */
  int start() {
    return start;
  }

  /** Behind the last byte there is. */
  int limit() {
    return limit;
  }

  int length() {
    return limit - start;
  }

  /** The offset in the file of {@link #start}. */
  long offset() {
    return limitOffset - length();
  }

  /** Whether nothing is behind {@link #limit}, as far as was seen. */
  boolean atEnd() {
    return atEnd;
  }

  /** Whether a record that does not end in the window is too long. */
  boolean isFull() {
    return bytes.length == capacity && length() >= capacity - TAIL;
  }

  void consumeTo(int index) {
    start = index;
  }

  /** Reads more behind the limit; moves or grows the memory, so indexes change. */
  void fill() throws IOException {
    makeRoom();
    int room = (int) Math.min(bytes.length - limit, end - limitOffset);
    int read = room <= 0 ? -1 : source.read(bytes, limit, room);
    if (read < 0) {
      atEnd = true;
      return;
    }
    int known = (int) (headLength < HEAD ? headLength - limitOffset : read);
    if (known < read) {
      int copied = Math.min(read - known, HEAD - headLength);
      System.arraycopy(bytes, limit + known, head, headLength, copied);
      headLength += copied;
    }
    limit += read;
    limitOffset += read;
  }

  private void makeRoom() {
    int keepFrom = Math.max(0, start - TAIL);
    if (keepFrom > 0) {
      System.arraycopy(bytes, keepFrom, bytes, 0, limit - keepFrom);
      start -= keepFrom;
      limit -= keepFrom;
    }
    if (limit > bytes.length / 2 && bytes.length < capacity) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(capacity, bytes.length * 2L));
    }
  }

  /** The checksum of the position at {@link #start}; 0 at the file's beginning. */
  long checksum() {
    long offset = offset();
    if (offset == 0) {
      return 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(head, 0, (int) Math.min(Math.min(HEAD, headLength), offset));
    int tail = (int) Math.min(TAIL, offset);
    crc.update(bytes, start - tail, tail);
    return crc.getValue();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
