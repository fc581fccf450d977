package io.millrace.executor.state;

import io.millrace.executor.checkpoint.LocalStateFile;
import java.util.List;

/** Writes the frozen state of one worker. One thread at a time calls it, any thread. */
public interface SnapshotJob extends AutoCloseable {
  /**
   * Writes, and makes files that stay unchanged until {@link #close}.
   *
   * @return all files that the worker's state consists of, those written earlier included
   */
  List<LocalStateFile> run();

  /** The files are stored, or not needed any more. Also called if {@link #run} failed. */
  @Override
  void close();
}
