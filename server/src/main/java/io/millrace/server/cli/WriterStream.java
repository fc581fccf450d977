package io.millrace.server.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Gives a library that writes UTF-8 bytes the writer of a command; complete at each flush. */
final class WriterStream extends OutputStream {
  private final PrintWriter writer;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  WriterStream(PrintWriter writer) {
    this.writer = writer;
  }

  @Override
  public synchronized void write(int b) {
    line.write(b);
    if (b == '\n') {
      flush();
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    line.write(bytes, offset, length);
  }

  @Override
  public synchronized void flush() {
    writer.write(line.toString(StandardCharsets.UTF_8));
    writer.flush();
    line.reset();
  }
}
