package io.millrace.executor.state.changes;

import io.millrace.executor.checkpoint.FileDigest;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.EntryTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes a {@link ChangeFile}, which is made with the first entry. One thread uses it. */
public final class ChangeFileWriter implements EntryTarget, AutoCloseable {
  static final int BLOCK_HEADER_BYTES = 8;

  private static final int BUFFER_BYTES = 1 << 20;

  private final FileSystem fileSystem;
  private final Path file;
  private final CRC32C checksum = new CRC32C();
  private FileSystem.OutputFile output;
  private byte[] buffer = {};
  private int blockStart;
  private int end;
  private int table;
  private long writtenBytes;

  public ChangeFileWriter(FileSystem fileSystem, Path file) {
    this.fileSystem = fileSystem;
    this.file = file;
  }

  /** The entries that follow are this table's. */
  public void table(int number) {
    endBlock();
    table = number;
  }

  @Override
  public int add(int hash, int keyLength, int valueLength) {
    int length = HEADER_BYTES + keyLength + Math.max(0, valueLength);
    if (end + BLOCK_HEADER_BYTES + length > buffer.length) {
      makeRoom(length);
    }
    if (end == blockStart) {
      end += BLOCK_HEADER_BYTES;
    }
    int at = end;
    Bytes.putInt(buffer, at, keyLength);
    Bytes.putInt(buffer, at + 4, valueLength);
    end += length;
    return at + HEADER_BYTES;
  }

  @Override
  public byte[] chunk() {
    return buffer;
  }

  private void makeRoom(int length) {
    flush();
    if (BLOCK_HEADER_BYTES + length > buffer.length) {
      buffer = new byte[Math.max(BUFFER_BYTES, BLOCK_HEADER_BYTES + length)];
    }
  }

  private void endBlock() {
    if (end > blockStart) {
      Bytes.putInt(buffer, blockStart, table);
      Bytes.putInt(buffer, blockStart + 4, end - blockStart - BLOCK_HEADER_BYTES);
      blockStart = end;
    }
  }

  private void flush() {
    endBlock();
    if (end == 0) {
      return;
    }
    try {
      if (output == null) {
        output = fileSystem.create(file);
      }
      checksum.update(buffer, 0, end);
      output.write(ByteBuffer.wrap(buffer, 0, end));
    } catch (IOException e) {
      throw FileErrors.of("write " + file, e);
    }
    writtenBytes += end;
    end = 0;
    blockStart = 0;
  }

  /** The bytes of everything added so far. */
  long bytes() {
    return writtenBytes + end;
  }

  /** Makes the file durable; null if there was no entry, so that there is no file. */
  public FileDigest finish() {
    flush();
    if (output == null) {
      return null;
    }
    try {
      output.sync();
    } catch (IOException e) {
      throw FileErrors.of("write " + file, e);
    }
    return new FileDigest(writtenBytes, checksum.getValue());
  }

  @Override
  public void close() {
    if (output != null) {
      try {
        output.close();
      } catch (IOException e) {
        throw FileErrors.of("close " + file, e);
      }
    }
  }
}
