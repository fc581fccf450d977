package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What both directions share: errors with the file's name, and durable directories. */
final class FileIo {
  private FileIo() {}

  /** Says what failed on which file; {@code action} completes "Cannot …". */
  static MillraceException failure(String action, Path file, IOException cause) {
    String reason = cause.getMessage();
    if (cause instanceof NoSuchFileException) {
      reason = "there is no such file";
    } else if (cause instanceof FileSystemException e && e.getReason() != null) {
      reason = e.getReason();
    }
    boolean full = reason != null && reason.contains("No space left");
    return new MillraceException(
        full ? ErrorCode.DISK_FULL : ErrorCode.IO_ERROR,
        "Cannot " + action + " " + file + ": " + reason + ".",
        cause);
  }

  /** Makes renames and new files in a directory durable. */
  static void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
