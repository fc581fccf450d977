package io.millrace.executor.state;

import java.nio.file.Path;

/** Opens the state backends of the workers of one engine. Thread-safe. */
public interface StateBackendFactory {
  /** Name and version of the files that it writes, such as {@code rocksdb/1}. */
  String format();

  /**
   * Opens the backend of one worker.
   *
   * @param directory the worker's own; empty, or with exactly the files of a checkpoint
   */
  StateBackend open(int worker, Path directory);
}
