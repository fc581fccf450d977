package io.millrace.executor.filesystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * What the engine does with files. Nothing is durable before it is synced: a file's content by
 * {@link OutputFile#sync}, its name by {@link #syncDirectory} of its directory. Thread-safe.
 */
public interface FileSystem {
  /**
   * Creates a directory and its parents, readable by their owner only; it may exist. Those that are
   * made are durable.
   */
  void createDirectories(Path directory) throws IOException;

  /** Creates a file, readable by its owner only, or empties one that exists. */
  OutputFile create(Path file) throws IOException;

  /** Opens an existing file to append, after cutting it to {@code size} bytes. */
  OutputFile append(Path file, long size) throws IOException;

  InputStream open(Path file) throws IOException;

  boolean exists(Path file) throws IOException;

  /** Whether there is a directory of that name; a link to one is none. */
  boolean isDirectory(Path file) throws IOException;

  long size(Path file) throws IOException;

  /**
   * The entries of a directory in the order of their names; empty if there is no such directory.
   */
  List<Path> list(Path directory) throws IOException;

  /** Renames a file atomically, replacing the target. */
  void rename(Path source, Path target) throws IOException;

  /**
   * Makes {@code target} a second name of an immutable file, or a copy of it where the file system
   * has no hard links.
   *
   * @return whether bytes were copied
   */
  boolean linkOrCopy(Path source, Path target) throws IOException;

  /** Deletes a file or an empty directory, if it is there. */
  void delete(Path file) throws IOException;

  /** Makes the names in a directory durable. */
  void syncDirectory(Path directory) throws IOException;

  /** A file that is written from front to back by one thread at a time. */
  interface OutputFile extends AutoCloseable {
    /** Writes all remaining bytes at the end of the file. */
    void write(ByteBuffer bytes) throws IOException;

    /** Cuts the file to {@code size} bytes; writing goes on there. */
    void truncate(long size) throws IOException;

    /** Makes everything written durable. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
