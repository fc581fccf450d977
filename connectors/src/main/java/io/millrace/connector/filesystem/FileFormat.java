package io.millrace.connector.filesystem;

import io.millrace.connector.format.RecordDecoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What is written in the files of a source. Immutable. */
interface FileFormat {
  /**
   * Reads what stands before the first record: a byte order mark, a header.
   *
   * @param complete whether the file does not grow
   * @return empty when the file does not hold all of that yet, or is empty
   */
  Optional<Beginning> begin(Path file, boolean complete) throws IOException;

  /**
   * How a file begins.
   *
   * @param offset of the first record
   * @param line of the first record
   * @param decoder a new one, for this file
   */
  record Beginning(long offset, long line, RecordDecoder decoder) {}
}
