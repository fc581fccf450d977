package io.millrace.executor.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Turns what an operating system says into errors with codes. */
public final class FileErrors {
  private FileErrors() {}

  /**
   * @param doing what was being done and to which file, as in {@code write the manifest /x/y}
   */
  public static MillraceException of(String doing, IOException cause) {
    String said = String.valueOf(cause.getMessage());
    String lower = said.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left") || lower.contains("disk quota exceeded")) {
      return new MillraceException(
          ErrorCode.DISK_FULL, "The disk is full: cannot " + doing + ".", cause);
    }
    if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
      return new MillraceException(
          ErrorCode.MISSING_FILE, "Cannot " + doing + ": there is no file " + said + ".", cause);
    }
    if (cause instanceof FileAlreadyExistsException) {
      return new MillraceException(
          ErrorCode.IO_ERROR,
          "Cannot " + doing + ": the file " + said + " is there already.",
          cause);
    }
    String why = cause instanceof AccessDeniedException ? "permission denied for " + said : said;
    return new MillraceException(ErrorCode.IO_ERROR, "Cannot " + doing + ": " + why + ".", cause);
  }
}
