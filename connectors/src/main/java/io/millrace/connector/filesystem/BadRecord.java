package io.millrace.connector.filesystem;

import io.millrace.connector.format.RecordError;
import io.millrace.executor.connector.Split;
import java.nio.file.Path;

/**
 * A record that cannot be read.
 *
 * @param offset of its first byte
 * @param line of its first byte, from 1
 * @param raw its bytes without the line end; only the beginning of one that is too long
 */
record BadRecord(Split split, Path file, long line, long offset, RecordError error, byte[] raw) {
  String message() {
    return file + ", line " + line + ": " + error.describe() + ".";
  }
}
