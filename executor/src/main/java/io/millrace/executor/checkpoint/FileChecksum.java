package io.millrace.executor.checkpoint;

import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** CRC32C of a whole file. */
final class FileChecksum {
  private static final int BUFFER_BYTES = 1 << 18;

  private FileChecksum() {}

  static long of(FileSystem fileSystem, Path file) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream input = fileSystem.open(file)) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        crc.update(buffer, 0, read);
      }
    }
    return crc.getValue();
  }
}
