package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.BadRecords;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.nio.file.Path;

/** Does with malformed records what the option {@code on-error} says. Thread-safe. */
final class BadRecordHandler implements AutoCloseable {
  private final FileOptions.OnError onError;
  private final BadRecords counter;
  private final DeadLetters deadLetters;

  private BadRecordHandler(
      FileOptions.OnError onError, BadRecords counter, DeadLetters deadLetters) {
    this.onError = onError;
    this.counter = counter;
    this.deadLetters = deadLetters;
  }

  static BadRecordHandler of(
      FileOptions.OnError onError, BadRecords counter, String source, Path deadLetterFile) {
    return new BadRecordHandler(
        onError,
        counter,
        onError == FileOptions.OnError.DEAD_LETTER
            ? DeadLetters.open(source, deadLetterFile)
            : null);
  }

  /** Whether reading ends at a malformed record. */
  boolean stopsReading() {
    return onError == FileOptions.OnError.FAIL;
  }

  MillraceException failure(BadRecord record) {
    return new MillraceException(
        ErrorCode.MALFORMED_RECORD,
        record.message() + " To leave such records out, say 'on-error' = 'skip' or 'dead-letter'.");
  }

  /** Counts a record that is left out, and keeps it where that is wanted. */
  void leaveOut(BadRecord record) {
    counter.skipped(record.split(), record.message());
    if (deadLetters != null) {
      try {
        deadLetters.add(record);
      } catch (IOException e) {
        throw FileErrors.of("write the dead letters to " + deadLetters.file(), e);
      }
    }
  }

  /** Makes dead letters durable; to be called before a position behind them is given away. */
  void sync() {
    if (deadLetters != null) {
      try {
        deadLetters.sync();
      } catch (IOException e) {
        throw FileErrors.of("write the dead letters to " + deadLetters.file(), e);
      }
    }
  }

  @Override
  public void close() {
    if (deadLetters != null) {
      try {
        deadLetters.close();
      } catch (IOException e) {
        throw FileErrors.of("close " + deadLetters.file(), e);
      }
    }
  }
}
