package io.millrace.connector.filesystem;

import io.millrace.connector.format.RecordEncoder;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files in a directory that appear when their checkpoint is durable. */
final class FileSink implements Sink {
  private static final Logger LOG = LoggerFactory.getLogger(FileSink.class);

  private final SinkDirectory directory;
  private final Supplier<RecordEncoder> encoders;
  private final long maxFileSize;

  FileSink(SinkDirectory directory, Supplier<RecordEncoder> encoders, long maxFileSize) {
    this.directory = directory;
    this.encoders = encoders;
    this.maxFileSize = maxFileSize;
  }

  @Override
  public SinkWriter openWriter(int worker, int workers) {
    return new FileSinkWriter(directory, encoders.get(), worker, maxFileSize);
  }

  @Override
  public void commit(List<Committable> committables) {
    if (committables.isEmpty()) {
      return;
    }
    try {
      for (Committable committable : committables) {
        if (!directory.commit(committable.payload())) {
          throw new MillraceException(
              ErrorCode.IO_ERROR,
              "Cannot commit the file "
                  + directory.path().resolve(committable.payload())
                  + ": there is another file of that name, which somebody else has put there."
                  + " Move it away; nothing is written over it.");
        }
      }
      directory.syncCommitted();
    } catch (IOException e) {
      throw FileErrors.of("commit files in " + directory.path(), e);
    }
  }

  @Override
  public void takeBack(long after, long until) {
    try {
      List<Path> taken = directory.takeBack(after, until);
      if (!taken.isEmpty()) {
        LOG.warn(
            "Removed {} files from {}, which checkpoints after {} had committed; their rows come"
                + " again: {}",
            taken.size(),
            directory.path(),
            after,
            taken);
      }
    } catch (IOException e) {
      throw FileErrors.of("take back files in " + directory.path(), e);
    }
  }

  @Override
  public void discardUncommitted() {
    try {
      directory.discard();
    } catch (IOException e) {
      throw FileErrors.of("remove uncommitted files in " + directory.path(), e);
    }
  }

  @Override
  public void close() {
    // Holds nothing open.
  }
}
