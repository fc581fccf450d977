package io.millrace.executor.state.changes;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.EntryTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Reads {@link ChangeFile}s, oldest first. */
public final class ChangeFileReader {
  /** Takes the entries of a table. */
  @FunctionalInterface
  public interface Entries {
    /**
     * Takes an entry; the array is used again for the next ones.
     *
     * @param bytes holds the key, and behind it the value
     * @param valueLength or {@link EntryTarget#REMOVED}
     */
    void entry(byte[] bytes, int keyOffset, int keyLength, int valueLength);
  }

  private final FileSystem fileSystem;
  private byte[] block = {};

  public ChangeFileReader(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /**
   * Reads a file from front to back.
   *
   * @param tables where the entries of a table go, by its number; null if it is of no interest
   */
  public void read(Path file, IntFunction<Entries> tables) {
    byte[] header = new byte[ChangeFileWriter.BLOCK_HEADER_BYTES];
    try (InputStream input = fileSystem.open(file)) {
      for (int read = input.readNBytes(header, 0, header.length);
          read > 0;
          read = input.readNBytes(header, 0, header.length)) {
        int length = read < header.length ? -1 : Bytes.getInt(header, 4);
        if (length < 0) {
          throw damaged(file);
        }
        if (block.length < length) {
          block = new byte[length];
        }
        if (input.readNBytes(block, 0, length) < length) {
          throw damaged(file);
        }
        Entries entries = tables.apply(Bytes.getInt(header, 0));
        if (entries != null) {
          give(length, entries);
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("read " + file, e);
    }
  }

  private void give(int length, Entries entries) {
    int at = 0;
    while (at < length) {
      int keyLength = Bytes.getInt(block, at);
      int valueLength = Bytes.getInt(block, at + 4);
      int keyOffset = at + EntryTarget.HEADER_BYTES;
      entries.entry(block, keyOffset, keyLength, valueLength);
      at = keyOffset + keyLength + Math.max(0, valueLength);
    }
  }

  private static MillraceException damaged(Path file) {
    return new MillraceException(
        ErrorCode.CORRUPTED_CHECKPOINT, file + " ends in the middle of a block of entries.");
  }
}
