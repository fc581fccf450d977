package io.millrace.executor.checkpoint;

import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads whole files to tell whether they are as they were written. */
final class FileDigests {
  private static final int BUFFER_BYTES = 1 << 18;

  private FileDigests() {}

  static FileDigest of(FileSystem fileSystem, Path file) throws IOException {
    CRC32C crc = new CRC32C();
    long bytes = 0;
    byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, 1 + fileSystem.size(file))];
    try (InputStream input = fileSystem.open(file)) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        crc.update(buffer, 0, read);
        bytes += read;
      }
    }
    return new FileDigest(bytes, crc.getValue());
  }
}
