package io.millrace.executor.state;

import java.nio.file.Path;
import java.util.List;

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

  /**
   * Divides the state of some workers among others, each entry as its table's {@link
   * Redistribution} says.
   *
   * @param parts by worker, directories with the files of one checkpoint; they are used up
   * @param targets by worker, empty directories, which get the files that {@link #open} takes
   */
  void redistribute(List<Path> parts, List<Path> targets);
}
