package io.millrace.executor.checkpoint;

import java.nio.file.Path;

/**
 * A file that a worker's state backend hands to a checkpoint.
 *
 * @param worker from 0
 * @param path where it is now; an immutable file must be synced already
 * @param localName its name when it is restored; for immutable files never used for other content
 *     during one run
 * @param immutable whether it never changes, so that checkpoints may share it
 * @param digest of its content; null if it is to be computed
 */
public record LocalStateFile(
    int worker, Path path, String localName, boolean immutable, FileDigest digest) {
  /** A file that nobody has digested yet. */
  public LocalStateFile(int worker, Path path, String localName, boolean immutable) {
    this(worker, path, localName, immutable, null);
  }
}
