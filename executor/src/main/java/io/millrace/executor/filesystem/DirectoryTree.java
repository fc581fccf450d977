package io.millrace.executor.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/** Whole directories. */
public final class DirectoryTree {
  private DirectoryTree() {}

  /** Deletes a directory with everything in it, if it is there. Links are not followed. */
  public static void delete(FileSystem fileSystem, Path directory) throws IOException {
    for (Path entry : fileSystem.list(directory)) {
      if (fileSystem.isDirectory(entry)) {
        delete(fileSystem, entry);
      } else {
        fileSystem.delete(entry);
      }
    }
    fileSystem.delete(directory);
  }
}
