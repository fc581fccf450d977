package io.millrace.connector.filesystem;

import io.millrace.connector.format.ByteOutput;
import io.millrace.connector.format.RecordEncoder;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one worker's rows into files that nobody sees yet. What fails for want of space can be
 * tried again: the rows stay in memory, and the file is cut back to its last whole write.
 */
final class FileSinkWriter implements SinkWriter {
  private static final int BUFFER = 1 << 18;

  private final SinkDirectory directory;
  private final RecordEncoder encoder;
  private final int worker;
  private final long maxFileSize;
  private final ByteOutput buffer = new ByteOutput();

  /** Complete and durable files that are not prepared yet. */
  private final List<Path> finished = new ArrayList<>();

  private FileSystem.OutputFile file;
  private Path path;
  private long written;
  private boolean damaged;
  private long fileNumber;

  FileSinkWriter(SinkDirectory directory, RecordEncoder encoder, int worker, long maxFileSize) {
    this.directory = directory;
    this.encoder = encoder;
    this.worker = worker;
    this.maxFileSize = maxFileSize;
  }

  @Override
  public void write(ChangeBatch batch) {
    if (batch.rowCount() == 0) {
      return;
    }
    try {
      if (file == null) {
        begin();
      }
      encoder.encode(batch, buffer);
      if (buffer.size() >= BUFFER) {
        flush();
      }
      if (written + buffer.size() >= maxFileSize) {
        finish();
      }
    } catch (IOException e) {
      throw FileErrors.of("write " + (path == null ? directory.path() : path), e);
    }
  }

  private void begin() throws IOException {
    path = directory.writing(worker, fileNumber++);
    file = directory.create(path);
    written = 0;
    encoder.begin(buffer);
  }

  private void flush() throws IOException {
    if (damaged) {
      file.truncate(written);
      damaged = false;
    }
    int size = buffer.size();
    damaged = true;
    file.write(buffer.view());
    damaged = false;
    written += size;
    buffer.clear();
  }

  private void finish() throws IOException {
    flush();
    file.sync();
    file.close();
    finished.add(path);
    file = null;
  }

  @Override
  public List<Sink.Committable> prepare(long checkpointId) {
    try {
      if (file != null) {
        finish();
      }
      if (finished.isEmpty()) {
        return List.of();
      }
      List<Sink.Committable> committables = new ArrayList<>();
      for (int i = 0; i < finished.size(); i++) {
        String name = directory.freeName(worker, checkpointId, i);
        // Remembered at once: when a later step fails, the next checkpoint finds it here.
        finished.set(i, directory.prepare(finished.get(i), name));
        committables.add(new Sink.Committable(name));
      }
      directory.syncPending();
      finished.clear();
      return committables;
    } catch (IOException e) {
      throw FileErrors.of("prepare files in " + directory.path(), e);
    }
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw FileErrors.of("close " + path, e);
      } finally {
        file = null;
      }
    }
  }
}
