package io.millrace.connector.filesystem;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;

/** The bytes of a file from an offset on, decompressed where the name ends in {@code .gz}. */
interface FileBytes extends Closeable {
  /** Reads some bytes; -1 at the end. */
  int read(byte[] target, int start, int length) throws IOException;

  static boolean isCompressed(Path file) {
    return file.getFileName().toString().endsWith(".gz");
  }

  /** Opens a file; an offset behind its end reads as the end. */
  static FileBytes open(Path file, long offset) throws IOException {
    return isCompressed(file) ? compressed(file, offset) : plain(file, offset);
  }

  private static FileBytes plain(Path file, long offset) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    channel.position(offset);
    return new FileBytes() {
      @Override
      public int read(byte[] target, int start, int length) throws IOException {
        return channel.read(ByteBuffer.wrap(target, start, length));
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  private static FileBytes compressed(Path file, long offset) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      InputStream stream = new GZIPInputStream(raw, 1 << 16);
      long left = offset;
      while (left > 0) {
        long skipped = stream.skip(left);
        if (skipped <= 0 && stream.read() < 0) {
          break;
        }
        left -= Math.max(1, skipped);
      }
      return new FileBytes() {
        @Override
        public int read(byte[] target, int start, int length) throws IOException {
          return stream.read(target, start, length);
        }

        @Override
        public void close() throws IOException {
          stream.close();
        }
      };
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  /** Reads until the array is full or the file ends; returns how much was read. */
  default int readFully(byte[] target, int start, int length) throws IOException {
    int done = 0;
    while (done < length) {
      int read = read(target, start + done, length - done);
      if (read < 0) {
        break;
      }
      done += read;
    }
    return done;
  }
}
