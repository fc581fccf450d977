package io.millrace.connector.filesystem;

import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a sink's files lie:
 *
 * <pre>
 *   &lt;path&gt;/part-&lt;sink&gt;-&lt;worker&gt;-&lt;checkpoint&gt;-&lt;n&gt;.&lt;csv|json&gt;    committed
 *   &lt;path&gt;/.pending/&lt;sink&gt;/part-…                          prepared, the same name
 *   &lt;path&gt;/.pending/&lt;sink&gt;/writing-&lt;worker&gt;-&lt;n&gt;           being written
 * </pre>
 *
 * Sinks of one directory do not get into each other's way, since every sink has a number of its
 * own. Whatever begins with a dot is no data for readers of the directory.
 */
final class SinkDirectory {
  private static final String PENDING = ".pending";
  private static final Pattern PART =
      Pattern.compile("part-(\\d{1,18})-\\d+-(\\d{1,18})-\\d+\\..*");

  private final FileSystem files;
  private final Path directory;
  private final Path pending;
  private final long sinkId;
  private final String extension;

  SinkDirectory(FileSystem files, Path directory, long sinkId, String extension) {
    this.files = files;
    this.directory = directory;
    this.pending = directory.resolve(PENDING).resolve(Long.toString(sinkId));
    this.sinkId = sinkId;
    this.extension = extension;
  }

  Path path() {
    return directory;
  }

  void create() throws IOException {
    boolean isNew = !files.exists(directory);
    files.createDirectories(pending);
    if (isNew && directory.getParent() != null) {
      files.syncDirectory(directory.getParent());
    }
    files.syncDirectory(pending.getParent());
    files.syncDirectory(directory);
  }

  /** Creates a file to write into. */
  FileSystem.OutputFile create(Path writing) throws IOException {
    return files.create(writing);
  }

  Path writing(int worker, long number) {
    return pending.resolve("writing-" + worker + "-" + number);
  }

  /** A name for a prepared file that no file has, so that nothing is ever written over. */
  String freeName(int worker, long checkpoint, int number) throws IOException {
    for (int n = number; ; n++) {
      String name = "part-" + sinkId + "-" + worker + "-" + checkpoint + "-" + n + "." + extension;
      if (!files.exists(directory.resolve(name)) && !files.exists(pending.resolve(name))) {
        return name;
      }
    }
  }

  /** Gives a written file its last name, still out of sight. */
  Path prepare(Path written, String name) throws IOException {
    Path prepared = pending.resolve(name);
    files.rename(written, prepared);
    return prepared;
  }

  void syncPending() throws IOException {
    files.syncDirectory(pending);
  }

  /**
   * Makes a prepared file visible. One that is not there was committed before the crash, and
   * perhaps taken away since.
   *
   * @return false when a file of that name, which is another, is in the way
   */
  boolean commit(String name) throws IOException {
    Path prepared = pending.resolve(name);
    if (!files.exists(prepared)) {
      return true;
    }
    Path target = directory.resolve(name);
    if (files.exists(target)) {
      return false;
    }
    files.rename(prepared, target);
    return true;
  }

  /** Removes this sink's visible files of some checkpoints, and returns them. */
  List<Path> takeBack(long after, long until) throws IOException {
    List<Path> taken = new ArrayList<>();
    for (Path file : files.list(directory)) {
      long checkpoint = checkpointOf(file.getFileName().toString());
      if (checkpoint > after && checkpoint <= until) {
        files.delete(file);
        taken.add(file);
      }
    }
    if (!taken.isEmpty()) {
      files.syncDirectory(directory);
    }
    return taken;
  }

  /** The checkpoint of one of this sink's files, or 0 for any other file. */
  private long checkpointOf(String name) {
    Matcher matcher = PART.matcher(name);
    return matcher.matches() && Long.parseLong(matcher.group(1)) == sinkId
        ? Long.parseLong(matcher.group(2))
        : 0;
  }

  void syncCommitted() throws IOException {
    files.syncDirectory(directory);
    files.syncDirectory(pending);
  }

  /** Removes everything of this sink that is not committed. */
  void discard() throws IOException {
    List<Path> leftovers = files.list(pending);
    for (Path leftover : leftovers) {
      files.delete(leftover);
    }
    if (!leftovers.isEmpty()) {
      files.syncDirectory(pending);
    }
  }
}
